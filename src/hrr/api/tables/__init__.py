"""Plain facts of the HIP interface: enumerators and structure members."""
