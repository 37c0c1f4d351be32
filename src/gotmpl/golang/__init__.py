"""Go's rules for values: kinds, types, formatting, JSON, escaping. Nothing here knows of templates."""
