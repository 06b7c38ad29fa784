# SPDX-License-Identifier: BSD-2-Clause
#
# timeout: 1500
# Whole programs with probes on every instruction of their text behave as without
# probes: output and status are the same. Their input is small, because each instruction takes some
# 10 us.
for needed in busybox gzip openssl sqlite3 tcc; do
	command -v $needed > /dev/null || { echo "$needed is not installed: tools/deps stress"; exit 77; }
done
cd "$TMPDIR" || exit 1
seq 300 > numbers
printf 'int add(int a, int b) { return a + b; }\nint main(void) { return add(40, 2); }\n' > small.c
cat > query.sql <<-'END'
	create table t(a integer primary key, b text);
	insert into t(b) values ('one'), ('two'), ('three');
	select b, length(b), a * 3 from t where b like 't%' order by b;
END
gzip -k numbers
printf 'BEGIN { x = 1; @a[x] = quantize(x * 3); printf("%%d", x); exit(0); }\n' > small.d
failed=0

# Prints the number of firings and places; fails if there was a difference.
judge() { # NAME STATUS-WANTED
	local status
	status=$(sed -nE 's/.* exited with status ([0-9]+).*/\1/p; s/.*pid [0-9]+ has exited$/0/p' err | head -1)
	if ! cmp want got || [ "$status" != "$2" ]; then
		echo "$1: status '$status' instead of $2"
		cat err
		failed=1
		return
	fi
	echo "$1: $(sed -nE 's/.*matched ([0-9]+) probes?.*/\1/p' err) probes, $(awk 'NF { n = $1 } END { print n }' count) firings, $((SECONDS - begin)) s: unchanged"
}
try() { # MODULES COMMAND
	local program='' module status
	$2 > want 2> /dev/null
	status=$?
	for module in $1; do program+="${program:+, }pid\$target:$module::"; done
	begin=$SECONDS
	rm -f count
	"$DTRACE" -o count -c "$2" -n "$program { @ = count(); }" > got 2> err
	judge "$2" $status
}
try a.out 'gzip -c numbers'
try a.out 'gzip -dc numbers.gz'
try a.out 'openssl dgst -sha256 numbers'
try a.out 'busybox sha256sum numbers'
try a.out 'tcc -c small.c -o /dev/stdout'
try "a.out libsqlite3*" 'sqlite3 -init query.sql :memory: .quit'
try a.out "${DTRACE%/*}/tests/golden-driver bpf small.d"

# CPython starts with some 30 million instructions: it is probed when it waits for its program.
python=$(readlink -f /usr/bin/python3)
text='print(sorted({str(i * i): [i] for i in range(5)}), sum(i for i in range(9) if i % 3))'
start='import sys; exec(sys.stdin.readline()); sys.stdout.flush(); import posix; posix._exit(4)'
echo "$text" | "$python" -ISc "$start" > want
mkfifo input ready
"$python" -ISc "$start" < input > got &
target=$!
exec 3> input
begin=$SECONDS
rm -f count
"$DTRACE" -o ready -p $target -n 'pid$target:a.out:: { @ = count(); } BEGIN { printf("ready\n"); }' 2> err &
exec 4< ready
while read -r line <&4; do [[ $line = *ready* ]] && break; done
echo "$text" >&3
cat <&4 > count
wait $target
status=$?
wait
[ $status = 4 ] || { echo "python3 ended with $status"; failed=1; }
grep -q 'has exited' err || sed -i '$ a pid 0 exited with status 4' err
sed -i 's/pid [0-9]* has exited$/pid 0 exited with status 4/' err
judge "python3" 4
exit $failed
