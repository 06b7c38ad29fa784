#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * dns.d - prints every DNS query: the sending program, the latency of the answer, its code and the name.
 *
 * usage: dns.d
 *
 *	EXEC                PID      us  CODE  NAME
 *	systemd-resolve     702   18022     0  www.example.org
 *	dig                4244     320     3  no.such.name
 */
#pragma D option quiet

BEGIN
{
	printf("%-16s %6s %7s  %4s  %s\n", "EXEC", "PID", "us", "CODE", "NAME");
}

/*
 * The script sees the packets, so it also shows queries that bypass the C library. If a daemon resolves
 * names for others, the daemon is the program shown. The code is 0 for success, 3 for an unknown name.
 *
 * A DNS message has a header of 12 bytes, which starts with the query's number, and then the name. Each part
 * of the name follows a byte with its length. The script shows four parts of at most 31 characters.
 */
udp:::send
/args[4]->udp_dport == 53/
{
	this->dns = (uint8_t *)args[4]->udp_hdr + 8;
	this->id = *(uint16_t *)this->dns;
	this->lengths = "\1\2\3\4\5\6\7\10\11\12\13\14\15\16\17\20\21\22\23\24\25\26\27\30\31\32\33\34\35\36\37";
	this->name = strtok(stringof(this->dns + 12), this->lengths);
	this->part = strtok(NULL, this->lengths);
	this->name = this->part == NULL ? this->name : strjoin(strjoin(this->name, "."), this->part);
	this->part = this->part == NULL ? NULL : strtok(NULL, this->lengths);
	this->name = this->part == NULL ? this->name : strjoin(strjoin(this->name, "."), this->part);
	this->part = this->part == NULL ? NULL : strtok(NULL, this->lengths);
	this->name = this->part == NULL ? this->name : strjoin(strjoin(this->name, "."), this->part);
	name[args[4]->udp_sport, this->id] = this->name;
	who[args[4]->udp_sport, this->id] = execname;
	whose[args[4]->udp_sport, this->id] = pid;
	since[args[4]->udp_sport, this->id] = timestamp;
}

udp:::receive
/args[4]->udp_sport == 53/
{
	this->dns = (uint8_t *)args[4]->udp_hdr + 8;
	this->id = *(uint16_t *)this->dns;
}

udp:::receive
/args[4]->udp_sport == 53 && since[args[4]->udp_dport, this->id]/
{
	printf("%-16s %6d %7d  %4d  %s\n", who[args[4]->udp_dport, this->id],
	    whose[args[4]->udp_dport, this->id],
	    (timestamp - since[args[4]->udp_dport, this->id]) / 1000, this->dns[3] & 0xf,
	    name[args[4]->udp_dport, this->id]);
	name[args[4]->udp_dport, this->id] = 0;
	who[args[4]->udp_dport, this->id] = 0;
	whose[args[4]->udp_dport, this->id] = 0;
	since[args[4]->udp_dport, this->id] = 0;
}
