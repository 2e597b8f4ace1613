# SPDX-License-Identifier: Apache-2.0
"""What is kept of a run: the result file and where its numbers come from."""
