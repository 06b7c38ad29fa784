# SPDX-License-Identifier: BSD-2-Clause
# The Python module: events as objects, targets, asyncio, threads, ^C, fork.
export PYTHONPATH=${DTRACE%/*}/python PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
/usr/bin/python3 -X dev _events.py 2>&1
# output:
# -- raising
# raised: not now
# raised: as by ^C
# [(7,)]
# -- arguments
# ValueError ValueError ValueError ValueError TypeError ValueError ValueError ValueError ValueError ValueError ValueError 
# option nosuch: Invalid option name (-x help lists them)
# -- events
# {'DYNAMIC'} True None dynamic variable drops
# [('divide-by-zero', None, 1)] True
# -- targets
# True [('waiting', None, True), ('waiting', None, True), ('running', None, False)]
# [('ended', 3), ('ended', -9), ('ended', -15)] 3 -15
# 1 2 / 65534
# FileNotFoundError [Errno 2] failed to execute nosuch: No such file or directory
# FileNotFoundError [Errno 2] failed to execute true in directory /nosuch: No such file or directory
# TypeError a command with keywords is a list
# -- loop
# [6, 6]
# the session is closed
# tracing has not begun
# -- parallel
# others ran: True
# ['a session belongs to the thread and the process that opened it']
# -- interrupted
# interrupted: True [(7,)]
# -- racing
# closed meanwhile: False
# -- after_fork
# a session belongs to the thread and the process that opened it
# a session belongs to the thread and the process that opened it
# a session belongs to the thread and the process that opened it
# a session belongs to the thread and the process that opened it
# a session belongs to the thread and the process that opened it
# True
