# SPDX-License-Identifier: Apache-2.0
"""What changed between two folders of results, beyond what repetitions differ by themselves."""
