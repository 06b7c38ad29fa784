# SPDX-License-Identifier: BSD-2-Clause
# timeout: 900
# A debugger stops programs of this machine in the midst of their work: dtrace's stacks are the debugger's, frame for frame.
stops=${STOPS:-30}
export BEFORE=${DT_GUEST:+8}
marks=-fcf-protection=full
[ "$(uname -m)" != aarch64 ] || marks=-mbranch-protection=standard
bad=0
cd "$TMPDIR" || exit 1
compare() # TITLE EXECNAME COMMAND...
{
	python3 "$SRCDIR/../../functional/stacks/_stops_of.py" "$1" "$2" "$stops" "${@:3}" 2>"$TMPDIR/others" | tee "$TMPDIR/line"
	grep -q ": $stops stops, $stops equal" "$TMPDIR/line" || { bad=1; head -n 20 "$TMPDIR/others" | cut -c1-1000; }
}

echo 'while True: sum(len(str(i)) for i in range(1000))' >work.py
echo 'while (1) { my %h; $h{$_ % 97} .= "x" for 1 .. 10000; }' >work.pl
echo 'with recursive t(n) as (select 1 union all select n + 1 from t limit 100000000) select sum(n * n % 7) from t;' >work.sql
echo '#include <algorithm>
#include <map>
#include <string>
#include <vector>
int main() { for (;;) { std::map<std::string, int> m; std::vector<int> v;
	for (int i = 0; i < 20000; i++) { m[std::to_string(i * 7919 % 10007)]++; v.push_back(i * 7919 % 10007); }
	std::sort(v.begin(), v.end()); } }' >work.cpp
g++ -O2 $marks work.cpp -o work-cpp || exit 1
compare python3 python3 /usr/bin/python3 work.py
compare perl perl /usr/bin/perl work.pl
compare sqlite3 sqlite3 /usr/bin/sqlite3 -init work.sql :memory:
compare "C++, $marks" work-cpp ./work-cpp
compare "openssl speed" openssl /usr/bin/openssl speed -seconds 100 sha256
exit $bad
