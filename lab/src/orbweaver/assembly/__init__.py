# SPDX-License-Identifier: Apache-2.0
"""Applications and nodes of components that exist: profiles read, matched and changed."""
