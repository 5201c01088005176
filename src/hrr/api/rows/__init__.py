"""The rows of the API table, one module a family."""
