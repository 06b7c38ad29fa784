# SPDX-License-Identifier: BSD-2-Clause
# timeout: 300
# Every command that no other case runs: of the README, of the guide's chapters on the language and on output, of its
# tables and of dtrace(1). They run, and print the output below them. Substitutes replace what a reader has and a test
# lacks: the reader's processes and programs, containers, a minute of time.
[ -z "${DT_GUEST:-}" ] || { echo "an emulated machine takes minutes for what is the same on every kernel"; exit 77; }
guide=$SRCDIR/../../../docs/guide top=$SRCDIR/../../..
cd "$TMPDIR" || exit 1
PATH=/usr/bin:$PATH # Debian's Python has probes

cc -g -O0 -o server "$SRCDIR/_server.c" || exit 1
cp server prog
cc -g -O1 -pthread -o locks "$SRCDIR/../examples/locks.c" || exit 1
c++ -g -O1 -o heap "$SRCDIR/../examples/heap.cpp" || exit 1
printf 'all:\n\t@cc -g -o made %s\n' "$SRCDIR/_server.c" > Makefile
ln -s "$top/examples" examples
mkdir DIRECTORY
sed -n '/^    \/\* slow.d/,/^    };/p' "$guide/providers.md" > DIRECTORY/slow.d

# The shop of the chapter on runtimes: order() three times, each calls price() twice.
cat > shop.py << 'END'
import gc
def price(n):
    return n * 2
def order(n):
    return price(n) + price(1)
for i in range(3): order(i)
gc.collect()
END
cat > Shop.java << 'END'
class Shop {
	static int price(int n) { return n * 2; }
	static int order(int n) { return price(n) + price(1); }
	public static void main(String[] args) {
		for (int i = 0; i < 3; i++) order(i);
		for (int i = 0; i < 20; i++) System.gc();
	}
}
END
cat > Busy.java << 'END'
class Busy { public static void main(String[] args) { for (long n = 0; ; n++) if (n % 1000 == -1) System.gc(); } }
END
cat > shop.go << 'END'
package main
//go:noinline
func price(n int) int { return n * 2 }
//go:noinline
func order(n int) int { return price(n) + price(1) }
func main() { for i := 0; i < 3; i++ { order(i) } }
END
cat > shop.rs << 'END'
#[inline(never)]
fn price(n: u64) -> u64 { std::hint::black_box(n * 2) }
#[inline(never)]
fn order(n: u64) -> u64 { price(n) + price(1) }
fn main() { for i in 0..3 { std::hint::black_box(order(i)); } }
END
cat > shop.rb << 'END'
class Shop
  def price(n) = n * 2
  def order(n) = price(n) + price(1)
end
GC.start
TracePoint.new(:call) {}.enable
3.times { |i| Shop.new.order(i) }
END
cat > shop.php << 'END'
<?php
function price($n) { return $n * 2; }
function order($n) { return price($n) + price(1); }
for ($i = 0; $i < 3; $i++) order($i);
END
echo 'sub price { $_[0] * 2 } sub order { price($_[0]) + price(1) } order($_) for 1 .. 3;' > shop.pl
echo 'setInterval(() => { for (let i = 0; i < 1e6; i++); }, 1)' > app.js
export USE_ZEND_DTRACE=1
# PostgreSQL, a backend alone; it refuses to run as root.
postgres=$(find /usr/lib/postgresql -name postgres -type f 2> /dev/null | tail -n 1)
if [ "$postgres" ]; then
	chmod a+x "$TMPDIR"
	mkdir data
	chown 65534 data
	as="setpriv --reuid=65534 --clear-groups --inh-caps=-all"
	$as "${postgres%/*}/initdb" -D "$TMPDIR/data" --no-sync > initdb.log 2>&1 || cat initdb.log
	printf '%s\n' 'create table t(i int)' 'select count(*) from t where i > 500' 'select 1/0' > queries
	echo "exec $as $postgres --single -D $TMPDIR/data postgres < queries > answers 2>&1" > alone
fi
# Beginnings of commands whose runtime is not here.
absent='no runtime'
lacks() { ! command -v "$1" > /dev/null; }
lacks java || jvm=$(find "$(dirname "$(readlink -f "$(command -v java)")")/.." -name libjvm.so | head -n 1)
lacks node && absent+='|start node'
lacks javac || ! javac Shop.java Busy.java && absent+="|-c 'java|start java"
lacks go || ! HOME=$TMPDIR GO111MODULE=off go build -o shop-go shop.go && absent+='|shop-go'
lacks rustc || ! rustc -g -o shop-rust shop.rs && absent+='|shop-rust'
lacks ruby && absent+="|-c 'ruby"
lacks php && absent+="|-c 'php"
[ "$postgres" ] || absent+='|pgqueries'

# ./start COMMAND...: in the background until this case ends; prints the process, once it runs the command.
cat > start << 'END'
#!/bin/sh
"$@" > /dev/null 2>&1 &
while [ "/proc/$!/exe" -ef "/proc/$$/exe" ]; do sleep 0.01; done
echo $! | tee -a started
END
chmod +x start
touch started
end() {
	# shellcheck disable=SC2046
	kill $(cat started) 2> /dev/null
}
trap end EXIT
./start python3 -c 'import time; time.sleep(10000)' > /dev/null
./start ./server forever > /dev/null

# run NAME [PART]: the commands of the input, which are indented. "X &" is started for the next one.
run() {
	awk '/^    (node|java) .*&$/ { sub(/^ +/, ""); sub(/ *&$/, ""); server = $0; next }
		{ sub(/-p \$!/, "-p $(./start " server ")"); print }' |
		sed -E "s#/usr/lib/jvm/[^ ]*#$jvm#" |
		sed -E 's/tick-[0-9]+s \{ exit/tick-1s { exit/
			s/--container ("[^"]*"|nginx)/--user root/
			s/-jar app.jar/-cp . Busy/
			s/(mutex-acquire.*) .\/server/\1 locks/
			s/pid123:/pid$target:/
			s/pid\*:libc:malloc:/pid*:server:handle:/ # every process would wait
			s/-p (123|4711) [^'\'']*'\''[^'\'']*'\''/& -n "tick-1s { exit(0); }"/
			s/-p (123|4711) /-p $(.\/start .\/server forever) /
			s/-p 1234 /-p $(.\/start python3 -c "import time; time.sleep(10000)") /' |
		grep -Ev -e "$absent" > "$1"
	python3 "$SRCDIR/_run.py" "$TMPDIR/$1" "" "${2:-files}" | sed "s|$TMPDIR/||"
}

# In two halves at the same time: most commands wait.
first() {
	sed -E 's/^    (#|\$) (\.\/build\/)?dtrace/    dtrace/' "$top/README.md" | run README
	sed -n "s/^| .*? | \`\(-.*'\( -c ls\)*\)\` |$/    dtrace \1/p" "$top/README.md" | run README-table network
	for chapter in writing processes everycall dialect drawing json flame providers usdt watch; do
		run "$chapter.md" < "$guide/$chapter.md"
	done
}
second() {
	run tools.md all < "$guide/tools.md"
	grep -o '`dtrace -[^`]*`' "$guide/coming-from.md" | grep -v NAME | sed 's/^`/    /; s/`$//' | run coming-from-table
	sed -n '/^\.SH EXAMPLES/,/^\.SH SEE/s/^[^.#]/    &/p' "$top/docs/man/dtrace.1.in" | sed 's/\\-/-/g' | run dtrace.1
	sed "s#dtrace \(.*pgqueries\)#dtrace -x usdtfile=$postgres -c 'sh alone' \1#" "$guide/runtimes.md" | run runtimes.md |
		sed 's/[0-9]* commands/all commands/'
}
second > second.printed &
first
wait $!
cat second.printed
# output:
# README: 3 commands
# README-table: 6 commands
# writing.md: 4 commands
# processes.md: 10 commands
# everycall.md: 5 commands
# dialect.md: 2 commands
# drawing.md: 5 commands
# json.md: 2 commands
# flame.md: 5 commands
# providers.md: 2 commands
# usdt.md: 4 commands
# watch.md: 2 commands
# tools.md: 19 commands
# coming-from-table: 8 commands
# dtrace.1: 2 commands
# runtimes.md: all commands
