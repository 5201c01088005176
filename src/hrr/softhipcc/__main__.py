import sys

from hrr.softhipcc import main

sys.exit(main())
