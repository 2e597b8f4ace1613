# SPDX-License-Identifier: Apache-2.0
"""What can be wrong with a machine or an installation."""
