# SPDX-License-Identifier: BSD-2-Clause
# dtrace-mcp refuses hostile requests, performs good ones between them, keeps its limits, and leaves nothing behind.
# timeout: 180
PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 _mcp.py 2>&1
