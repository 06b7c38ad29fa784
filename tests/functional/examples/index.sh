# SPDX-License-Identifier: BSD-2-Clause
# Every example has a header, a line in the list and a case here that runs it.
top=$SRCDIR/../../..
"$top"/tools/examples-index | diff "$top"/examples/README.md - || exit 1
"$top"/tools/examples-index --names | while IFS=/ read -r group name; do
	case $group in
	python) grep -q "python/$name" "$SRCDIR/${name%.py}.sh" ;;
	commands) grep -q "wrapper $name" "$SRCDIR/${name}_command.sh" ;;
	*) grep -q "$group/$name" "$SRCDIR/${name%.d}.sh" ;;
	esac || echo "no case runs $group/$name"
done
# output:
