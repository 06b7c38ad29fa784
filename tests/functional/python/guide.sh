# SPDX-License-Identifier: BSD-2-Clause
# The examples of the chapter on the library.
export PYTHONPATH=${DTRACE%/*}/python PYTHONDONTWRITEBYTECODE=1
sed -n '/^```python$/,/^```$/p' ../../../docs/guide/library.md | sed '/^```/d' > "$TMPDIR/example.py"
/usr/bin/python3 "$TMPDIR/example.py" > "$TMPDIR/out" 2>&1 || cat "$TMPDIR/out"
sed -n 's/^[0-9]* \(getdents64\)$/\1/p' "$TMPDIR/out" | sort -u
grep -o "('getdents64',): [1-9]" "$TMPDIR/out" | sed 's/[1-9]$/N/'
grep -Ec '^[0-9]+ to [0-9]+ bytes: [0-9]+$' "$TMPDIR/out" | sed 's/[1-9][0-9]*/N/'
# output:
# getdents64
# ('getdents64',): N
# N
