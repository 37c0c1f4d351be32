"""Reading a template: text in, ``{name: Tree}`` out (Go's package text/template/parse).

Importing this package does not load Lark; the first call of `gotmpl.parse.parser.parse` does.
"""
