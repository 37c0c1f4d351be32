"""The rules of the linter, one file a rule; the docstring of a file is the rule's page and its test."""
