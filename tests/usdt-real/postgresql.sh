# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash disable=SC2154
#
# A backend that runs alone executes four queries: query-start and query-done carry their text,
# transactions are counted, buffers are read from the relations of the database. The probes are those
# of every postgres, found while tracing: the shell that starts it has none.
prepare() {
	[ -d "$(echo postgresql-1*/)" ] || fetch postgresql-15
	cd postgresql-1*/
	[ -f src/Makefile.global ] || nice ./configure --enable-dtrace --without-readline \
		--without-zlib --prefix="$dir/inst" >"$dir/postgresql-configure.log" 2>&1
	{
		nice make -C src/backend generated-headers
		nice make -j"$jobs" -C src/backend/storage/lmgr lwlocknames.h
		nice make -j"$jobs" -C src/backend
		nice make -C src/backend install
		nice make -j"$jobs" -C src/bin/initdb install
		nice make -C src/timezone install
		nice make -C src/include install
		nice make -C src/backend/snowball install
		nice make -C src/pl/plpgsql install
	} >"$dir/postgresql-make.log" 2>&1
	cd ..
}

try() {
	local bin=$dir/inst/bin as
	# It refuses to run as root.
	as="setpriv --reuid=65534 --clear-groups --inh-caps=-all env LD_LIBRARY_PATH=$dir/inst/lib"
	chmod a+rx "$dir"
	rm -rf data seen
	mkdir data
	chown 65534 data
	$as "$bin/initdb" -D "$dir/data" --no-sync >initdb.log 2>&1
	printf '%s\n' 'create table t(i int)' 'insert into t select generate_series(1, 100)' \
		'select count(*) from t where i > 50' 'begin; delete from t; rollback' >queries
	cat >alone.sh <<-EOF
	exec $as $bin/postgres --single -D $dir/data postgres <$dir/queries >$dir/answers 2>&1
	EOF
	"$dtrace" -q -x usdtfile="$bin/postgres" -o seen -c "sh $dir/alone.sh" -n '
		postgresql*:::query-start { printf("start %s\n", stringof(args[0])); }
		postgresql*:::query-done { printf("done %s\n", copyinstr(arg0)); }
		postgresql*:::transaction-* { @[probename] = count(); }
		postgresql*:::buffer-read-start /args[1] < 1000000/ { @[probename] = count(); }
		END { trunc(@, 10); printa("%s %@d\n", @); }'
	same "queries" "$(while read -r q; do printf 'start %s\n\ndone %s\n\n' "$q" "$q"; done <queries)" \
		"$(sed '/^transaction\|^buffer/d' seen | cat -s | sed -n '/./,$p')"
	same "transactions" "transaction-abort 1
transaction-commit 4
transaction-start 5" "$(grep ^transaction seen | sort)"
	grep -Eq '^buffer-read-start [0-9]{2,}$' seen || { echo "no buffers were read"; exit 1; }
	grep -q 'count = "50"' answers || { cat answers; exit 1; }
}
