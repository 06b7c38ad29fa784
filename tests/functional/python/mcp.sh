# SPDX-License-Identifier: BSD-2-Clause
# dtrace-mcp refuses hostile requests, performs good ones between them, keeps its limits, and leaves nothing behind.
# timeout: 180
export PYTHONPATH=${DTRACE%/*}/python
PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 _mcp.py 2>&1
# output:
# -32600 the first request is initialize
# 2025-06-18 True
# 2024-11-05 True
# 2025-06-18 True
# list check explain run
# -- hostile
# True 0
# -- good
# '7 #\nsystem\n' 3
# False D_IDENT_UNDEF
# {'diagnostics': []}
# ['syscall', 'x64', 'getppid', 'entry']
# quantize: aggregating function: void (@, ...)
# True True
# 1 True
# -- limits
# {'status': 0, 'ended': 'by itself', 'cut': 151425} 1048576
# True True by the time limit of 1 s False
# -- at_once
# True -32000 too many requests at once: 4 are running
# True
# 0
# -- end
# 0 b''
# 0 []
# 0 []
# 0 []
