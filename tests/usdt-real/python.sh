# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash disable=SC2154
#
# line fires for each line of a script that runs, with typed arguments; gc-start and gc-done for each
# collection, with the generation; imports with their names. Not function-entry: CPython 3.11 fires
# it for generators and little else.
prepare() {
	[ -d "$(echo Python-3*/)" ] || fetch python3.11
	cd Python-3*/
	# Configure tries -G on a script without a provider.
	[ -f Makefile ] || nice ./configure --with-dtrace >"$dir/python-configure.log" 2>&1
	nice make -j"$jobs" python >"$dir/python-make.log" 2>&1
	cd ..
}

try() {
	local python
	python=$(echo "$dir"/Python-3*/python)
	cat >"$dir/script.py" <<-'EOF'
	import gc
	def inner(n):
	    return n * 2
	gc.disable()
	for i in range(4):
	    inner(i)
	gc.collect(0)
	gc.collect(0)
	print(inner(21))
	EOF
	same "the traced script's own output" 42 "$("$python" "$dir/script.py")"
	same "lines" "1 1
2 1
3 5
4 1
5 5
6 4
7 1
8 1
9 1" "$("$dtrace" -qn 'python$target:::line /basename(stringof(args[0])) == "script.py"/ {
		@[args[2]] = count(); } END { printa("%d %@d\n", @); }' \
		-c "$python $dir/script.py" | grep -v '^42$\|^$' | sort -n)"
	same "collections" "0 2 2" "$("$dtrace" -qn 'python$target:::line
		/basename(stringof(args[0])) == "script.py"/ { script = 1; }
		python$target:::gc-start /script && args[0] == 0/ { @s[args[0]] = count(); }
		python$target:::gc-done /script/ { @d = count(); }
		python$target:::line /script && args[2] == 9/ { printa("%d %@d", @s); printa(" %@d\n", @d); exit(0); }' \
		-c "$python $dir/script.py" | grep -v '^42$\|^$')"
	same "an import" gc "$("$dtrace" -qn 'python$target:::import-find-load-start {
		printf("%s\n", stringof(args[0])); }' -c "$python $dir/script.py" | grep -x gc)"
}
