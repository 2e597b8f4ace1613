# SPDX-License-Identifier: Apache-2.0
"""Whether others can get in: certificates, keys, rules and ports of the programs that run here."""
