# SPDX-License-Identifier: BSD-2-Clause
# The Python module, from the build directory.
export PYTHONPATH=${DTRACE%/*}/python PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
/usr/bin/python3 -X dev _session.py 2>&1
# output:
# -- records
# first | trace_0
# 0 name None 0.0 list | i printf_1 trace_2 trace_3 ustack
# 1 name 200 None None | i printf_1 trace_2 trace_3 ustack
# 2 name None 0.5 list | i printf_1 trace_2 trace_3 ustack
# 3 name 200 None None | i printf_1 trace_2 trace_3 ustack
# 4 name None 1.0 list | i printf_1 trace_2 trace_3 ustack
# last | trace_0
# syscall:x64:getppid:entry 3
# count {('getppid', 0): 1, ('getppid', 1): 1, ('getppid', 2): 1, ('getppid', 3): 1, ('getppid', 4): 1} 1 5
# [(0, 1, 1), (64, 128, 1), (128, 256, 1), (256, 512, 2)] 5 10 10
# -- columns
# [100, 100, 50] ['seq', 'time', 'cpu', 'probe'] True
# ['odd', '', 'odd'] True
# True
# columns of the batch are in use
# "arrow_schema"
# "arrow_array"
# the batch was given to another library
# -- errors
# True False
# CompileError invalid probe specifier BEGIN { trace(nosuch); }: in action list: failed to resolve nosuch: Unknown variable name | <program>:1:15: error: failed to resolve nosuch: Unknown variable name
# CompileError invalid probe specifier nosuch:::probe { }: probe description nosuch:::probe does not match any probes | <program>:1:1: error: probe description nosuch:::probe does not match any probes
# UsageError Invalid option name (-x help lists them)
# UsageError tracing has not begun: nothing is aggregated
# a session belongs to the thread and the process that opened it
# a session belongs to the thread and the process that opened it
# the session is closed
# -- messages
# () ['error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): invalid address (0x8) in action #1']
# a function that a session calls cannot use it
# 1
# -- interrupted
# waits: True
