#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pgqueries.d - prints the SQL statements (queries) that PostgreSQL executes, with duration and result.
 *
 * usage: pgqueries.d
 *
 *	   PID         us RESULT STATEMENT
 *	 80617       3923 ok     create table t(i int)
 *	 80617        177 ok     select count(*) from t where i > 500
 *	 80617         62 failed select 1/0
 *
 * The server must have probes, as Debian's has, and must run. The time of a statement that failed
 * before its execution includes parsing. A text of several statements is printed for each of them.
 */
#pragma D option quiet
#pragma D option strsize=4k

BEGIN
{
	printf("%6s %10s %-6s %s\n", "PID", "us", "RESULT", "STATEMENT");
}

/* A message of the client: a query, or one of prepare, bind and execute. */
postgresql*:::statement-status
/arg0/
{
	self->text = copyinstr(arg0);
	self->begun = timestamp;
	self->open = 1;
	self->runs = 0;
}

/* A prepared statement is complete when it is analysed. Functions analyse statements while they run. */
postgresql*:::query-rewrite-start, postgresql*:::query-plan-start
/self->text != NULL && !self->runs/
{
	self->open = 1;
}

postgresql*:::query-rewrite-done
/!self->runs/
{
	self->open = 0;
}

postgresql*:::query-execute-start
/self->text != NULL/
{
	self->begun = timestamp;
	self->open = 1;
	self->runs = 1;
}

postgresql*:::query-execute-done
/self->runs/
{
	printf("%6d %10d %-6s %s\n", pid, (timestamp - self->begun) / 1000, "ok", self->text);
	self->open = 0;
	self->runs = 0;
}

/* The server is idle, or ends. */
postgresql*:::statement-status
/!arg0 && self->open/
{
	printf("%6d %10d %-6s %s\n", pid, (timestamp - self->begun) / 1000, "failed", self->text);
}

proc:::exit
/self->runs/
{
	printf("%6d %10d %-6s %s\n", pid, (timestamp - self->begun) / 1000, "failed", self->text);
}

postgresql*:::statement-status
/!arg0/
{
	self->text = 0;
	self->begun = 0;
	self->open = 0;
	self->runs = 0;
}
