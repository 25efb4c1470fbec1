import sys

from satori_code import main

sys.exit(main())
