# SPDX-License-Identifier: Apache-2.0
"""`python -m orbweaver` is the command `orbweaver`."""

from orbweaver.cli.entry import main

main()
