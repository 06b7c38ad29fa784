# SPDX-License-Identifier: BSD-2-Clause
#
# A host lies about its clock, its name, its buckets and its size. The client neither stops nor believes it, and the good host
# goes on. Hosts beyond the limit of descriptors do not stop the others.
[ -z "${DT_GUEST-}" ] || { echo 'an emulated machine exceeds the limits of time, in which the kernel has no part'; exit 77; }
cat >"$TMPDIR/shell" <<'END'
#!/bin/bash
shift
host=$1
[ $host != silent ] || { echo ready >&2; exec sleep 1000; }
echo '{"type":"agent","version":"0.2","features":[]}'
read -r _
case $host in
clock) time=18446744073709551615 ;;
*) time=1000 ;;
esac
echo "{\"type\":\"clock\",\"time\":$time,\"wall\":$((${EPOCHREALTIME/./} * 1000))}"
read -r _
record='{"type":"record","time":9223372036854775807,"cpu":0,"id":1,"function":"f","name":"n","output":[]'
agg='{"type":"aggregation","name":"n","function":"lquantize","parameters":[0,100000,1],"kinds":["int32"],"normal":1,"entries":['
wide() { # N BUCKETS: N actions of printa(), each of a histogram of so many lines
	local one='{"action":"printa","aggregations":[{"name":"n","function":"lquantize","parameters":[0,'$2',1],"kinds":[],"normal":1,'
	one+='"entries":[{"keys":[],"buckets":[{"value":0,"count":1},{"value":'$(($2 - 1))',"count":1}]}]}]}'
	for ((i = 1; i < $1; i++)); do printf '%s,' "$one"; done
	echo "$one"
}
printa() { # ACTIONS: an old record with them
	echo "{\"type\":\"record\",\"time\":1,\"cpu\":0,\"id\":1,\"function\":\"f\",\"name\":\"n\",\"output\":[$1]}"
}
case $host in
clock) echo "$record}"; echo '{"type":"error","fault":"divide-by-zero"}' ;;
name) echo "$record,\"host\":1,\"host\":\"good\"}"; cat >/dev/null ;;
twice) echo "$record,\"type\":\"exit\"}"; cat >/dev/null ;;
slow) printf '%s{"keys":[1],"buckets":[{' "$agg"
	for ((i = 0; i < 10000; i++)); do printf '"%d":0,' $i; done
	echo '"value":99999,"count":7}]}]}' ;;
large) printf '%s{"keys":[0],"buckets":[]}' "$agg"
	for ((i = 1; i < 2000; i++)); do printf ',{"keys":[%d],"buckets":[]}' $i; done
	echo ']}'; cat >/dev/null ;;
long) for ((i = 0; i < 30; i++)); do printa "$(wide 1 30000)"; done >"$TMPDIR/long"
	cat "$TMPDIR/long" ;; # at once
grows) yes "$(printa "$(wide 1 30000)")" ;;
empty) yes "$(printa "$(wide 15 60000 | sed 's/,{"value":59999[^}]*}//g')")" &
	cat >/dev/null
	kill $! ;;
deaf) echo '{"type":"aggregation","name":"n","function":"count","kinds":[],"normal":1,"entries":[{"keys":[],"value":7}]}'
	echo ready >&2
	until [ -e "$TMPDIR/end" ]; do read -t 0.05 < <(:); done
	exit 0 ;;
wide) printa "$(wide 20 60000)"; cat >/dev/null ;;
*) echo '{"type":"exit","status":0}' ;;
esac
END
sed 's/^shift$/shift; [ "$1" != good ] || { shift; exec "$@"; }/' "$TMPDIR/shell" >"$TMPDIR/some"
chmod +x "$TMPDIR/shell" "$TMPDIR/some"
trace() { # HOSTS ARGUMENT…
	timeout 60 "$DTRACE" -x rshell="$TMPDIR/some" -x ragent="$DTRACE" --hosts "$@" 2>&1
}
# The program that an agent has read stays valid, also if freed memory changes.
MALLOC_PERTURB_=165 trace good -q -n 'BEGIN { printf("hi\n"); exit(0); }'
trace clock -q -n BEGIN
for host in name twice; do
	trace $host -q -O json -n BEGIN | cut -c1-100
done
trace slow,good -q -n 'BEGIN { printf("hi\n"); exit(0); }' | grep 'good\|99999'
trace large,good -q -n 'BEGIN { printf("hi\n"); exit(0); }'
# Short records with long texts: the client keeps few of the texts, and refuses a record with too many.
python3 - "$DTRACE" -x rshell="$TMPDIR/some" --hosts long -q -n BEGIN <<'END'
import os, resource, subprocess, sys
with open(os.environ["TMPDIR"] + "/out", "w+b") as out:
    status = subprocess.run(sys.argv[1:], stdout=out).returncode
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    out.seek(0)
    print("long: status", status, "lines", sum(1 for line in out), "small" if peak < 64 << 10 else f"{peak} kB")
END
trace wide,good -q -n 'BEGIN { printf("hi\n"); exit(0); }'
# Short records with long texts without end, and records that take long to read: the client refuses the ones and serves
# the other hosts between the others. ^C ends them all.
trace grows,good -q -n 'BEGIN { printf("hi\n"); exit(0); }' | grep -v '|\|value\|^grows: $'
interrupt() { # TEXT HOSTS ARGUMENT…: ^C when a line has the text
	timeout 60 python3 - "$1" "$DTRACE" -x rshell="$TMPDIR/some" -x ragent="$DTRACE" --hosts "${@:2}" <<'END'
import os, signal, subprocess, sys
p = subprocess.Popen(sys.argv[2:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
for line in p.stdout:
    print(line, end="")
    if sys.argv[1] in line:
        p.send_signal(signal.SIGINT)
    if "for the end of deaf" in line:
        open(os.environ["TMPDIR"] + "/end", "w").close()
p.wait()
END
}
interrupt 'good: hi' empty,good -q -n 'BEGIN { printf("hi\n"); } END { printf("end\n"); }' | grep 'good: '
# A host that ignores the end is named while the tables wait for it.
interrupt 'deaf: ready' deaf -q -n BEGIN
# A host that never begins has nothing to end.
interrupt silent silent -q -n BEGIN | grep silent
(ulimit -n 60 && trace "$(seq -s, 1 40)" -q -n BEGIN) | sed 's/: [0-9]*:/: N:/; s|start .*/|start |' | sort -u
# output:
# good: hi
# dtrace: clock: error on enabled probe :: divide-by-zero
# dtrace: name: it sent a line that is not of dtrace --agent: {"type":"record","time":9223372036854775
# dtrace: twice: it sent a line that is not of dtrace --agent: {"type":"record","time":922337203685477
# good: hi
#            99999 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 7        
# dtrace: large: its aggregation is too large
# good: hi
# long: status 0 lines 900150 small
# dtrace: wide: it sent a record with an aggregation that is wrong
# good: hi
# good: hi
# dtrace: grows: it sent records that print far more than they contain
# good: hi
# good: end
# dtrace: deaf: ready
# dtrace: waiting 11 s at most for the end of deaf
#
#                 7
# dtrace: silent: ready
# dtrace: N: failed to start some: Too many open files
