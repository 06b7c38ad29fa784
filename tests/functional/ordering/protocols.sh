#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# traces: nothing
# The protocols between programs and dtrace hold on weakly ordered processors: an enumeration of all orders of their loads
# and stores finds no wrong one. It finds one if a barrier is missing.
python3 "$SRCDIR/_protocols.py"
# output:
# ring, record: right
#   completed by a plain store: wrong
# ring, release: right
#   by a plain store: wrong
# cell, key: right
#   owned by a plain store: wrong
# cell, return: right
#   returned by a plain store: wrong
#   taken without a barrier: wrong
# unwinding: right
#   state and generation by two loads: wrong
#   read without barriers: wrong
#   rows written without a barrier: wrong
# ring, chunk: right
#   word first: wrong
