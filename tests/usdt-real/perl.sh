# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash disable=SC2154
#
# sub-entry and sub-return fire as often as the script calls subs, with names and files; phase-change
# carries strings; without a tracer of USDT no semaphore is set, so that perl does not even prepare
# the arguments.
prepare() {
	[ -d "$(echo perl-5*/)" ] || fetch perl
	cd perl-5*/
	# Configure asks the command for its version, make calls it with -C -h and -G.
	[ -f config.sh ] || nice ./Configure -des -Dusedtrace="$dtrace" -Dprefix="$dir/inst" \
		-Doptimize=-O2 -Uversiononly >"$dir/perl-configure.log" 2>&1
	nice make -j"$jobs" perl >"$dir/perl-make.log" 2>&1
	cd ..
}

# perl.pl calls outer() 3 times and inner() twice for each.
try() {
	local perl
	perl=$(echo "$dir"/perl-5*/perl)
	cat >"$dir/perl.pl" <<-'EOF'
	sub inner { return $_[0] * 2 }
	sub outer { return inner($_[0]) + inner(1) }
	my $sum = 0;
	$sum += outer($_) for 1 .. 3;
	print "$sum\n";
	EOF
	same "the traced script's own output" 18 "$("$perl" "$dir/perl.pl")"
	same "calls by sub" "inner 6 main perl.pl
outer 3 main perl.pl" "$("$dtrace" -qn 'perl$target:::sub-entry {
		@[copyinstr(arg0), copyinstr(arg3), basename(copyinstr(arg1))] = count(); }
		END { printa("%s %@d %s %s\n", @); }' -c "$perl $dir/perl.pl" | grep -v '^18$\|^$' | sort)"
	# perl prepares every probe of a sub if sub-entry is enabled, and phase-change if op-entry is.
	same "returns equal entries" "9 sub-entry
9 sub-return" "$("$dtrace" -qn 'perl$target:::sub-* { @[probename] = count(); }
		END { printa("%@d %s\n", @); }' -c "$perl $dir/perl.pl" | grep sub | sort)"
	same "phases" "START RUN DESTRUCT" "$("$dtrace" -qn 'perl$target:::phase-change
		{ printf("%s ", copyinstr(arg0)); } perl$target:::op-entry { @ = count(); }' \
		-c "$perl $dir/perl.pl" | grep -v '^18$' | grep -o '[A-Z]\+' | xargs)"
	same "no semaphore is set without a tracer" 0 "$("$dtrace" -qn 'pid$target::Perl_dtrace_probe_call:entry
		{ @ = count(); } END { printa("%@d", @); }' -c "$perl $dir/perl.pl" | grep -cv '^18$\|^$')"
}
