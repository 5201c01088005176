"""Rows to C and C++: the HIP header, export lists, recorder shims. Standard library only, as it runs inside builds."""
