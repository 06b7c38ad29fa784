# SPDX-License-Identifier: BSD-2-Clause
# traces: nothing
# A case that does not state its output fails; tests/run --update adds the output.
mkdir -p "$TMPDIR/tests/functional/chapter" "$TMPDIR/build" && cp ../../run "$TMPDIR/tests" && ln -s "$DTRACE" "$TMPDIR/build" && cd "$TMPDIR" || exit 1
echo 'echo ready' > tests/functional/chapter/case.sh
for options in '' --update ''; do
	tests/run $options tests/functional
done
sed -i 's/echo ready/true/' tests/functional/chapter/case.sh
tests/run tests/functional
tests/run --update tests/functional
cat tests/functional/chapter/case.sh
# output:
# FAIL  tests/functional/chapter/case.sh: the case does not state its stdout (tests/run --update adds it); got:
# ready
#
# functional: 0 passed, 1 failed, 0 skipped
# functional: 1 passed, 0 failed, 0 skipped
# functional: 1 passed, 0 failed, 0 skipped
# FAIL  tests/functional/chapter/case.sh: --- stdout expected
# +++ stdout got
# @@ -1 +0,0 @@
# -ready
# functional: 0 passed, 1 failed, 0 skipped
# functional: 1 passed, 0 failed, 0 skipped
# true
# # output:
