# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
wrapper opensnoop -c "act create:a open:a open:b" | squeeze | grep -E 'PID|(a|b)$' | mask 1
echo "-- -e"
wrapper opensnoop -e -c "act create:a open:a open:b" | squeeze | grep -E ' (a|b)$' | mask 1
echo "-- -f"
wrapper opensnoop -f b -n act -c "act create:a open:a open:b*2" | squeeze | mask 1
echo "-- wrong"
wrapper opensnoop extra
echo "status $?"
