# SPDX-License-Identifier: BSD-2-Clause
# timeout: 600
#
# Three sshd on the loopback are hosts: the merged aggregations equal a model over all records. One host is killed, one has an old
# dtrace, one floods; the others go on. After ^C the tables come, after kill -9 of the client no agent remains for 5 s.
sshd=$(command -v sshd || echo /usr/sbin/sshd)
[ -x "$sshd" ] || { echo "sshd is not installed" >&2; exit 77; }
cd "$TMPDIR" || exit 1
functional=$SRCDIR/../../functional/fleet
mkdir -p /run/sshd
chmod 700 .
ssh-keygen -q -t ed25519 -N '' -f key
ssh-keygen -q -t ed25519 -N '' -f hostkey
cp key.pub authorized
for i in 1 2 3; do
	cat >"sshd$i" <<END
Port 4922$i
ListenAddress 127.0.0.1
HostKey $PWD/hostkey
AuthorizedKeysFile $PWD/authorized
PidFile $PWD/pid$i
StrictModes no
UsePAM no
PasswordAuthentication no
PermitRootLogin yes
SetEnv HOST_NUMBER=$i
END
	"$sshd" -f "$PWD/sshd$i" -E "$PWD/log$i"
	printf 'Host h%d\n Port 4922%d\n' $i $i >>config
done
cat >>config <<END
Host *
 HostName 127.0.0.1
 User $(id -un)
 IdentityFile $PWD/key
 IdentitiesOnly yes
 StrictHostKeyChecking no
 UserKnownHostsFile $PWD/known
 LogLevel ERROR
END
trap 'for i in 1 2 3; do kill "$(cat pid$i)"; done' EXIT
# The third host runs whatever the file `third` holds.
cat >agent <<END
#!/bin/bash
[ "\$HOST_NUMBER" != 3 ] || [ ! -e $PWD/third ] || exec bash $PWD/third
exec $DTRACE "\$@"
END
chmod +x agent
trace() { # ARGUMENT…
	"$DTRACE" -x rshell="ssh -T -oBatchMode=yes -F $PWD/config" -x ragent="$PWD/agent" --hosts h1,h2,h3 "$@"
}
agents() {
	pgrep -fc "^$DTRACE --agent"
}
trace -q -O json -s "$functional/_every.d" | python3 "$functional/_model.py"
# Too old, and a flood.
echo 'echo "dtrace: unrecognized option --agent" >&2; exit 2' >third
trace -q -n 'BEGIN { @ = count(); exit(0); }' 2>&1
echo 'echo "{\"type\":\"agent\",\"version\":\"0.2\",\"features\":[]}"; exec tr "\0" x </dev/zero' >third
trace -q -n 'BEGIN { @ = count(); exit(0); }' 2>&1
rm third
# One agent is killed while the others trace; ^C ends these.
coproc client { trace -q -n 'BEGIN { printf("begun\n"); @begun = count(); } END { @ended = count(); }' 2>&1; }
exec 3<&"${client[0]}"
for _ in 1 2 3; do
	read -r line <&3 && echo "${line#* }"
done
kill -9 "$(pgrep -f "^$DTRACE --agent" | while read -r pid; do
	tr '\0' '\n' <"/proc/$pid/environ" | grep -q '^HOST_NUMBER=3$' && echo "$pid"
done)"
read -r line <&3 && echo "$line"
kill -INT "$(pgrep -P "$client_PID" -f "^$DTRACE .*--hosts" || echo "$client_PID")"
cat <&3
wait "$client_PID"
echo "status $?, $(agents) agents"
# kill -9 of the client.
coproc client { exec "$DTRACE" -x rshell="ssh -T -oBatchMode=yes -F $PWD/config" -x ragent="$PWD/agent" --hosts h1,h2,h3 -q \
	-n 'BEGIN { printf("begun\n"); } tick-1ms { printf("x\n"); }' 2>&1; }
grep -m3 -o begun <&"${client[0]}"
agents
kill -9 "$client_PID"
for ((i = 0; i < 50 && $(agents); i++)); do
	sleep 0.1
done
echo "$(agents) agents 5 s after kill -9"
# output:
# 3 hosts, 600 records, 11 aggregations, 0 wrong, 0 missing, ordered
# dtrace: h3: unrecognized option --agent
# dtrace: h3: no dtrace --agent answered; dtrace there may be too old
#
#                 2
# dtrace: h3: it sent a line of more than 1048576 bytes
#
#                 2
# begun
# begun
# begun
# dtrace: h3: it ended early with status 255
#
#                 2
#                 2
# status 1, 0 agents
# begun
# begun
# begun
# 3
# 0 agents 5 s after kill -9
