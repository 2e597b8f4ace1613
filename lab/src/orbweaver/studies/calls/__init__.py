# SPDX-License-Identifier: Apache-2.0
"""Single calls (paper 2): how they are measured, and what their sections share."""
