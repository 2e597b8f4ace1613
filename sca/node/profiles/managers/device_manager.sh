#!/bin/sh
exec orbweaver-device-manager "$@"
