# SPDX-License-Identifier: Apache-2.0
"""What every other package speaks of: modes, settings, peers, records of results, papers."""
