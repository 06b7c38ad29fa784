# SPDX-License-Identifier: BSD-2-Clause
# traces: nothing
#
# Every feature has a test: tests/coverage/rows, and each builtin, option and flag. A missing test is found.
top=$(realpath "$SRCDIR/../../..")
"$top/tools/coverage" || exit 1
mkdir -p "$TMPDIR/tree/tests/coverage" "$TMPDIR/tree/tools" && cd "$TMPDIR/tree" || exit 1
cp "$top/tools/coverage" tools/
cp -r "$top/src" .
for suite in functional diag golden unit stress fuzz vm soak usdt-real deb; do ln -s "$top/tests/$suite" "tests/$suite"; done
{
	cat "$top/tests/coverage/rows"
	printf 'a test that is gone\tfunctional/gone.sh\n'
	printf 'a word\tfunctional/cli/flags.sh\tno such%s\n' ' word is there'
} > tests/coverage/rows
echo 'DT_BUILTIN(no_such''_builtin)' >> src/builtin/builtins.def
echo 'DT_OPTION_IDLE(no_such''_option, "")' >> src/dialect/options_foreign.def
# As a case of the builtin counts what a case has anywhere, the output does not name it either.
tools/coverage | sed 's/rows:[0-9]*/rows:N/; s/no_such_/no such /'
# output:
# tests/coverage/rows:N: a test that is gone: no file tests/functional/gone.sh
# tests/coverage/rows:N: a word: tests/functional/cli/flags.sh does not mention no such word is there
# no case uses the builtin no such builtin
# no case sets the option no such option
