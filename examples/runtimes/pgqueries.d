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
 * The server must have probes, as Debian's has, and must run. The time lasts from the client's message
 * to the end of the commit, with parsing and planning. Each statement of a text has a row. A statement
 * is ok if its execution is; the commit may still fail, at a deferred constraint.
 */
#pragma D option quiet
#pragma D option strsize=4k

self string text;

BEGIN
{
	printf("%6s %10s %-6s %s\n", "PID", "us", "RESULT", "STATEMENT");
}

/*
 * A message follows, or the analysis of the text's next statement. Functions and triggers analyse
 * texts of their own.
 */
postgresql*:::statement-status, postgresql*:::query-rewrite-start
/self->done && (probename == "statement-status" || copyinstr(arg0) == self->text)/
{
	printf("%6d %10d %-6s %s\n", pid, (timestamp - self->begun) / 1000, "ok", self->text);
	self->done = 0;
	self->text = 0;
	self->begun = timestamp;
}

/* A message of the client: a query, or one of prepare, bind and execute, which belong together. */
postgresql*:::statement-status
/arg0/
{
	self->begun = self->text == copyinstr(arg0) ? self->begun : timestamp;
	self->text = copyinstr(arg0);
	self->open = 1;
}

postgresql*:::query-rewrite-start
/self->begun && self->text == NULL/
{
	self->text = copyinstr(arg0);
}

postgresql*:::query-rewrite-start, postgresql*:::query-plan-start
/self->text != NULL && !self->runs && !self->done/
{
	self->open = 1;
}

/* A prepared statement is complete when it is analysed. */
postgresql*:::query-rewrite-done
/!self->runs/
{
	self->open = 0;
}

postgresql*:::query-execute-start
/self->text != NULL/
{
	self->runs = 1;
}

postgresql*:::query-execute-done
/self->runs/
{
	self->done = 1;
	self->open = 0;
	self->runs = 0;
}

/* The server is idle, or ends. */
postgresql*:::statement-status
/!arg0 && (self->open || self->runs)/
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
