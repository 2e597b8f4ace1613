#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
exec orbweaver-node "$@"
