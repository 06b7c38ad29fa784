# SPDX-License-Identifier: BSD-2-Clause
# timeout: 600
#
# ClickHouse takes lines of -O json: the commands of docs/guide/json.md.
command -v clickhouse-client >/dev/null && command -v clickhouse-server >/dev/null ||
	{ echo "clickhouse-server is not installed" >&2; exit 77; }
guide=$(realpath ../../../docs/guide/json.md)
cd "$TMPDIR" || exit 1
mkdir -p data tmp
cat >config.xml <<END
<yandex>
	<logger><level>error</level><log>$PWD/log</log><errorlog>$PWD/errors</errorlog></logger>
	<tcp_port>49231</tcp_port><listen_host>127.0.0.1</listen_host>
	<path>$PWD/data/</path><tmp_path>$PWD/tmp/</tmp_path><mark_cache_size>5368709120</mark_cache_size>
	<users_config>$PWD/users.xml</users_config><default_profile>default</default_profile>
	<default_database>default</default_database>
</yandex>
END
cat >users.xml <<END
<yandex>
	<profiles><default></default></profiles>
	<users><default><password></password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></default></users>
	<quotas><default></default></quotas>
</yandex>
END
clickhouse-server --config-file="$PWD/config.xml" >server 2>&1 &
server=$!
trap 'kill $server; wait $server' EXIT
client() {
	clickhouse-client --host 127.0.0.1 --port 49231 "$@"
}
for ((i = 0; i < 300; i++)); do
	client --query 'SELECT 1' >/dev/null 2>&1 && break
	kill -0 $server || { cat server errors >&2; exit 1; }
	sleep 0.2
done
cat >calls.d <<'END'
tick-1ms /i++ < 50/ { printf("%d \"quoted\"\n", i); @[i % 5] = avg(i); }
tick-5ms { trace("x"); }
tick-1ms /i > 50/ { exit(0); }
END
# The statement, the insertion and the query as the guide writes them.
create=$(sed -n '/CREATE TABLE lines/,/ORDER BY time/p' "$guide")
insert=$(sed -n "s/.*--query '\(INSERT INTO lines[^']*\)'.*/\1/p" "$guide")
query=$(sed -n '/SELECT function, count() AS n/,/ORDER BY n DESC/p' "$guide" | sed 's/.*--query "//; s/"$//')
client --query "$create" || cat errors >&2
"$DTRACE" -q -O json -s calls.d >lines
client --input_format_skip_unknown_fields=1 --query "$insert" <lines
[ "$(client --query 'SELECT count() FROM lines')" = "$(wc -l <lines)" ] && echo "all lines"
[ "$(client --query "SELECT count() FROM lines WHERE type = 'record' AND name = 'tick-1ms'")" = 51 ] && echo "all records"
client --query "$query" | cut -f 2 | grep -cx "$(grep -c '"record"' lines)"
# output:
# all lines
# all records
# 1
