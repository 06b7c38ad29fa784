# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash disable=SC2154
#
# function-entry and function-return fire for each call of a script's functions, with names, files and lines;
# request-startup and request-shutdown once; exception-thrown with the class. Zend calls through its tracing
# functions if USE_ZEND_DTRACE is in its environment.
prepare() {
	[ -d "$(echo php-8*/)" ] || fetch php8.2
	cd php-8*/
	# Configure requires a file of SystemTap, and uses nothing of it.
	mkdir -p "$dir/include/sys"
	touch "$dir/include/sys/sdt.h"
	[ -f Makefile ] || CPPFLAGS=-I$dir/include nice ./configure --disable-all --enable-cli --enable-dtrace >"$dir/php-configure.log" 2>&1
	nice make -j"$jobs" sapi/cli/php >"$dir/php-make.log" 2>&1
	cd ..
}

# script.php calls outer() 3 times and inner() twice for each; code outside of functions is main.
try() {
	local php
	php=$(echo "$dir"/php-8*/sapi/cli/php)
	export USE_ZEND_DTRACE=1
	cat >"$dir/script.php" <<-'EOF'
	<?php
	function inner($n) { return $n * 2; }
	function outer($n) { return inner($n) + inner(1); }
	$sum = 0;
	for ($i = 1; $i <= 3; $i++)
		$sum += outer($i);
	try { throw new LengthException("too long"); } catch (Exception $e) { }
	echo "$sum\n";
	EOF
	same "the traced script's own output" 18 "$("$php" "$dir/script.php")"
	same "calls by function" "inner 6 script.php
main 1 script.php
outer 3 script.php" "$("$dtrace" -qn 'php$target:::function-entry {
		@[copyinstr(arg0), basename(copyinstr(arg1))] = count(); }
		END { printa("%s %@d %s\n", @); }' -c "$php $dir/script.php" | grep -v '^18$\|^$' | sort)"
	same "lines of the functions" "outer 3" "$("$dtrace" -qn 'php$target:::function-entry /copyinstr(arg0) == "outer"/ {
		@[copyinstr(arg0), arg2] = count(); } END { printa("%s %d\n", @); }' -c "$php $dir/script.php" | grep outer)"
	same "returns equal entries" "10 function-entry
10 function-return" "$("$dtrace" -qn 'php$target:::function-* { @[probename] = count(); }
		END { printa("%@d %s\n", @); }' -c "$php $dir/script.php" | grep function | sort)"
	same "requests and exceptions" "exception-thrown LengthException
request-shutdown script.php
request-startup script.php" "$("$dtrace" -qn 'php$target:::request-* { printf("%s %s\n", probename, basename(copyinstr(arg0))); }
		php$target:::exception-thrown { printf("%s %s\n", probename, copyinstr(arg0)); }' \
		-c "$php $dir/script.php" | grep '^[er]' | sort)"
}
