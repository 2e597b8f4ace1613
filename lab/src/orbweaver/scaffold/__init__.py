# SPDX-License-Identifier: Apache-2.0
"""Projects of users: written from templates, built against an installed Orbweaver."""
