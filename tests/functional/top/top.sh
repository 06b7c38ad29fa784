# SPDX-License-Identifier: BSD-2-Clause
# --top: pages, keys, control characters, output beside the display.
exec python3 -B "$SRCDIR/_pages.py"
