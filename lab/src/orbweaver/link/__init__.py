# SPDX-License-Identifier: Apache-2.0
"""Two hosts on one machine, joined by a link of a chosen speed, with other traffic on it."""
