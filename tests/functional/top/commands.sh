# SPDX-License-Identifier: BSD-2-Clause
# --top: its commands change the display, but not what the program counts; narrow windows.
exec python3 -B "$SRCDIR/_commands.py"
