# SPDX-License-Identifier: BSD-2-Clause
# A server that runs alone and refuses root. The errors: none, analysis, none, execution, syntax, an aborted
# transaction, none, analysis of a second statement.
. ./_run.sh
postgres=$(find /usr/lib/postgresql -name postgres -type f 2> /dev/null | tail -n 1)
[ "$postgres" ] || { echo "no postgres"; exit 77; }
chmod a+x .
mkdir data
chown 65534 data
as="setpriv --reuid=65534 --clear-groups --inh-caps=-all"
$as "${postgres%/*}/initdb" -D "$PWD/data" --no-sync > initdb.log 2>&1 || cat initdb.log
cat > queries << 'END'
create table t(i int)
select missing
begin
select 1/0
selec 1
select 2
rollback
select 3; select missing
END
echo "exec $as $postgres --single -D $PWD/data postgres < queries > answers 2>&1" > alone
run runtimes/pgqueries.d -x usdtfile="$postgres" -c 'sh alone' | mask 1 2 | sed 's/^[- ]*//; /^$/d'
grep -c ERROR answers
# output:
# RESULT STATEMENT
# ok create table t(i int)
# failed select missing
# ok begin
# failed select 1/0
# failed selec 1
# failed select 2
# ok rollback
# ok select 3; select missing
# failed select 3; select missing
# 5
