# SPDX-License-Identifier: Apache-2.0
"""One component alone, tried by the program orbweaver-try."""
