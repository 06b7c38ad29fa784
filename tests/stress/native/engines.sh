# SPDX-License-Identifier: BSD-2-Clause
# timeout: 14400
# A million random programs in the interpreter, as BPF and as machine code. The unit test runs a few.
top=$(realpath "${DTRACE%/*}")
DT_ENGINE_PROGRAMS=1000000 "$top/tests/unit/test_session_engines" | grep -v '^\[' >&2
[ "${PIPESTATUS[0]}" = 0 ] && echo all agree
# output:
# all agree
