#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The device manager puts the folder of its programs first in PATH.
exec orbweaver-executable-device "$@"
