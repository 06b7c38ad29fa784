# SPDX-License-Identifier: BSD-2-Clause
#
# Hosts that are too old, of another version, absent, dead, silent at the end, or send nonsense are named in a sentence;
# the good host goes on. Names that ssh would take for options are refused, as are -c, -p and -w.
cat >"$TMPDIR/shell" <<'END'
#!/bin/bash
shift
host=$1
hello='{"type":"agent","version":"0.2","features":[]}'
clock() { # answers like an agent, without tracing
	echo "$hello"
	read -r _
	read_clock=$(awk '{ printf "%d", $1 * 1000000000 }' /proc/uptime)
	echo "{\"type\":\"clock\",\"time\":$read_clock,\"wall\":$((${EPOCHREALTIME/./} * 1000))}"
	read -r _
}
case $host in
old) echo "dtrace: unrecognized option --agent" >&2; exit 2 ;;
other) echo '{"type":"agent","version":"9.1","features":[]}'; cat >/dev/null ;;
absent) echo "Could not resolve hostname" >&2; exit 255 ;;
chatty) echo "Welcome!"; cat >/dev/null ;;
dead) clock; kill -9 $$ ;;
flood) clock; tr '\0' x </dev/zero ;;
lines) clock; yes '{"type":"record"}' ;;
thief) clock; echo '{"type":"exit","status":0,"host":"good"}'; cat >/dev/null ;;
liar) clock; echo '{"type":"aggregation","name":"n","function":"sum","kinds":[],"normal":1,"entries":[]}'
	echo '{"type":"aggregation","name":"n","function":"count","kinds":[],"normal":1,"entries":[]}'; cat >/dev/null ;;
ahead) hello_time=1; echo "$hello"; read -r _
	echo "{\"type\":\"clock\",\"time\":1000,\"wall\":$((${EPOCHREALTIME/./} * 1000 + 3600000000000))}"; read -r _
	printf '{"type":"record","time":5,"cpu":0,"id":1,"function":"\\u001b[31mf","name":"n","output":[{"action":"trace","value":"\\u001b]0;title\\u0007\\u202e"}]}\n' ;;
good) shift; exec "$@" ;;
esac
END
chmod +x "$TMPDIR/shell"
trace() { # HOSTS ARGUMENT…
	"$DTRACE" -x rshell="$TMPDIR/shell" -x ragent="$DTRACE" --hosts "$@" 2>&1
}
for host in old other absent chatty dead flood lines thief liar; do
	trace "$host" -q -n 'BEGIN { @n = count(); exit(0); }'
	echo "status $?"
done
# All together, with a good one; its aggregation is whole, since a host that fails adds whole lines only.
trace good,old,other,absent,chatty,dead,flood,lines,thief -q -n 'BEGIN { @n = count(); @n = count(); exit(0); }' | grep -v ': it \|: no \|: its \|^dtrace'
trace ahead -n 'BEGIN { exit(0); }' | sed "s/3600.[0-9]/3600.0/" | cat -v
# On a terminal, escape sequences of another machine are shown, not obeyed.
script -qec "'$DTRACE' -x rshell='$TMPDIR/shell' --hosts ahead -n 'BEGIN { exit(0); }'" /dev/null </dev/null | LC_ALL=C grep -c $'\e\|\xe2\x80\xae'
# Refusals.
for hosts in -oProxyCommand=x a,-b 'a b' 'a;b' a,a , "$TMPDIR/nosuch"; do
	trace "$hosts" -n BEGIN | sed "s|$TMPDIR/||"
done
printf '# the first\ngood # and only\n\n' >"$TMPDIR/hosts"
trace "$TMPDIR/hosts" -q -n 'BEGIN { printf("from a file\n"); exit(0); }'
trace good -w -n 'BEGIN { exit(0); }'
trace good -c true -n 'BEGIN { exit(0); }'
trace good -p 1 -n 'BEGIN { exit(0); }'
trace good
trace good -n '#pragma D option destructive
BEGIN { exit(0); }'
"$DTRACE" --agent -n BEGIN </dev/null 2>&1
"$DTRACE" --agent </dev/null 2>&1 | sed 's/"features.*]/…/'
printf '%s\n' '{"type":"client","version":"7.0"}' | "$DTRACE" --agent 2>&1 | sed 's/"features.*]/…/'
printf '%s\n' '{"type":"client","version":"0.2"}' '{"type":"program","texts":[],"arguments":[]}' | "$DTRACE" --agent 2>&1 |
	sed 's/"features.*]/…/; s/[0-9]\{8,\}/N/g'
