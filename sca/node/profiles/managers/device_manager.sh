#!/bin/sh
exec orbweaver-node "$@"
