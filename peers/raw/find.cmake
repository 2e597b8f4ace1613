# SPDX-License-Identifier: Apache-2.0
# It needs the system alone.
add_subdirectory(raw)
