# SPDX-License-Identifier: Apache-2.0
"""What a section of the page is made of."""
