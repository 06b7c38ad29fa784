#!/usr/sbin/dtrace -Zs
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * tls.d - prints the plain text that programs send and receive through OpenSSL, with the latency of handshakes and calls.
 *
 * usage: tls.d [-c COMMAND | -p PID]
 *
 *	EXEC                PID CALL                  us  BYTES  TEXT
 *	curl               9870 handshake          21193
 *	curl               9870 SSL_write            106    106  GET /debian/README.CD-manufacture HTTP/1.1\r\nHost: deb.debian…
 *	curl               9870 SSL_read              61     82  HTTP/1.1 404 Not Found\r\ndate: Mon, 23 Nov 2026 06:13:51 GMT…
 */
#pragma D option quiet
#pragma D option confine

BEGIN
{
	printf("%-16s %6s %-16s %7s %6s  %s\n", "EXEC", "PID", "CALL", "us", "BYTES", "TEXT");
}

/* A handshake takes several calls. It ends when the program sends or expects data. arg0 is the connection. */
pid*:libssl:SSL_connect:entry, pid*:libssl:SSL_accept:entry, pid*:libssl:SSL_do_handshake:entry
/!begun[pid, arg0]/
{
	begun[pid, arg0] = timestamp;
}

pid*:libssl:SSL_read:entry, pid*:libssl:SSL_write:entry, pid*:libssl:SSL_read_ex:entry, pid*:libssl:SSL_write_ex:entry
/begun[pid, arg0]/
{
	printf("%-16s %6d %-16s %7d\n", execname, pid, "handshake", (timestamp - begun[pid, arg0]) / 1000);
	begun[pid, arg0] = 0;
}

pid*:libssl:SSL_read:entry, pid*:libssl:SSL_write:entry, pid*:libssl:SSL_read_ex:entry, pid*:libssl:SSL_write_ex:entry
{
	self->text = arg1;
	self->size = arg3;
	self->since = timestamp;
}

/* SSL_read() and SSL_write() return the number of bytes. SSL_*_ex() return 1 and store it at their last argument. */
pid*:libssl:SSL_read:return, pid*:libssl:SSL_write:return
/self->since/
{
	self->bytes = (int)arg1;
}

pid*:libssl:SSL_read_ex:return, pid*:libssl:SSL_write_ex:return
/self->since && (int)arg1 == 1/
{
	self->bytes = *(size_t *)copyin(self->size, sizeof (size_t));
}

pid*:libssl:SSL_read*:return, pid*:libssl:SSL_write*:return
/self->bytes > 0/
{
	printf("%-16s %6d %-16s %7d %6d  %S\n", execname, pid, probefunc, (timestamp - self->since) / 1000, self->bytes,
	    copyinstr(self->text, self->bytes));
}

pid*:libssl:SSL_read*:return, pid*:libssl:SSL_write*:return
{
	self->since = 0;
	self->bytes = 0;
	self->text = 0;
	self->size = 0;
}
