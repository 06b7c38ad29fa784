# SPDX-License-Identifier: BSD-2-Clause
# The part of a function that the compiler has moved away is no entry under the function's name in the source, but has one under its
# own.
cat >"$TMPDIR/parts.cc" <<'END'
#include <stdexcept>
static volatile int n;
__attribute__((noinline)) int risky(int i) { n++; if (i % 3 == 0) throw std::runtime_error("x"); return i * 2; }
int main() { for (int i = 0; i < 9; i++) { try { risky(i); } catch (std::exception &e) { } } }
END
c++ -O2 -o "$TMPDIR/parts" "$TMPDIR/parts.cc" || exit 1
nm "$TMPDIR/parts" | grep -q ' _Z5riskyi.cold$' || { echo 'the compiler moves no part of a function'; exit 77; }
for engine in kernel inprocess; do
	for name in risky '*risky*' _Z5riskyi.cold; do
		"$DTRACE" -q -x "engine=$engine" -c "$TMPDIR/parts" -n "pid\$target:a.out:$name:entry { @[probefunc] = count(); }"
	done
done 2>&1 | grep .
# output:
#   risky                                                             9
#   risky                                                             9
#   _Z5riskyi.cold                                                    3
#   risky                                                             9
#   risky                                                             9
#   _Z5riskyi.cold                                                    3
