"""`python -m orbweaver` is the command `orbweaver`."""

from orbweaver.cli.main import main

main()
