# SPDX-License-Identifier: Apache-2.0
"""SCA applications, run and planned by the program orbweaver-run."""
