# SPDX-License-Identifier: Apache-2.0
"""The commands: thin, each one parses its options and hands over."""
