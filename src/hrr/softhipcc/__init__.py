"""softhipcc: compiles HIP programs for softhip with the system's C++ compiler. Standard library only.

A source becomes, as under clang, a host object with a fat binary inside. The code object in it is an x86-64 shared
object that describes itself with the metadata of AMD's code objects.
"""

from hrr.softhipcc.command import main

__all__ = ["main"]
