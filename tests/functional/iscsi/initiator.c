// SPDX-License-Identifier: BSD-2-Clause
// An initiator of iSCSI: logs in at 127.0.0.1:3260, asks for the names of the targets, says NOP,
// reads and writes 4096 bytes of logical unit 5 from block 8 on, names a missing unit, aborts a
// task that has ended, logs out.
//
//	initiator TARGET
//
// Its numbers of tasks and commands count from 1. It sends each message after the answer to the
// previous one.
#include <arpa/inet.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { HEADER = 48, DATA = 4096 };

static int server;
static uint32_t task, command = 1, status; // task tag and CmdSN of the next request; ExpStatSN
static uint8_t answer[HEADER], text[2 * DATA];

static void check(int ok, const char *what)
{
	if (ok)
		return;
	perror(what);
	exit(1);
}

static void put32(uint8_t *at, uint32_t value)
{
	value = htonl(value);
	memcpy(at, &value, 4);
}

static uint32_t get32(const uint8_t *at)
{
	uint32_t value;

	memcpy(&value, at, 4);
	return ntohl(value);
}

static void transfer(void *data, size_t n)
{
	check(!n || recv(server, data, n, MSG_WAITALL) == (ssize_t)n, "recv");
}

/** Waits for an answer; returns its operation code. The target may say NOP at any time. */
static int receive(void)
{
	do {
		transfer(answer, HEADER);
		transfer(text, ((get32(answer + 4) & 0xffffff) + 3) & ~3ul);
	} while (answer[0] == 0x20 && get32(answer + 16) == UINT32_MAX);
	if (answer[0] != 0x31)
		status = get32(answer + 24) + 1;
	return answer[0] & 0x3f;
}

static void send_message(uint8_t *header, const void *data, size_t n)
{
	uint8_t message[HEADER + DATA] = {0};
	size_t size = HEADER + ((n + 3) & ~3ul);

	put32(header + 4, (uint32_t)n);
	put32(header + 28, status);
	memcpy(message, header, HEADER);
	memcpy(message + HEADER, data, n);
	check(send(server, message, size, 0) == (ssize_t)size, "send");
}

/** A request with the next numbers. */
static void request(uint8_t *header, int code, int flags)
{
	memset(header, 0, HEADER);
	header[0] = (uint8_t)code;
	header[1] = (uint8_t)flags;
	put32(header + 16, ++task);
	put32(header + 24, code & 0x40 ? command : command++);
}

/** With all keys in the first message, a login has two messages. */
static void login(const char *target)
{
	static const char others[] =
	    "InitiatorName=iqn.2026-01.org.example:initiator\0SessionType=Normal\0AuthMethod=None\0"
	    "HeaderDigest=None\0DataDigest=None\0InitialR2T=Yes\0ImmediateData=No\0"
	    "MaxBurstLength=65536\0FirstBurstLength=65536\0DefaultTime2Wait=2\0"
	    "DefaultTime2Retain=0\0MaxConnections=1\0MaxOutstandingR2T=1\0DataPDUInOrder=Yes\0"
	    "DataSequenceInOrder=Yes\0ErrorRecoveryLevel=0\0MaxRecvDataSegmentLength=8192";
	char keys[1024];
	uint8_t header[HEADER];
	size_t n = (size_t)snprintf(keys, sizeof(keys), "TargetName=%s", target) + 1;

	memcpy(keys + n, others, sizeof(others));
	request(header, 0x43, 0x87); // immediate: from operational negotiation to full feature
	memcpy(header + 8, "\x80\x12\x34\x56\x78\x9a", 6);
	send_message(header, keys, n + sizeof(others));
	check(receive() == 0x23 && answer[36] == 0, "login");
}

/** A command of SCSI for 8 blocks of 512 bytes. */
static void scsi(int operation, int unit, int flags, uint32_t size)
{
	uint8_t header[HEADER];

	request(header, 0x01, 0x80 | flags);
	header[9] = (uint8_t)unit;
	put32(header + 20, size);
	header[32] = (uint8_t)operation;
	if (operation == 0x28 || operation == 0x2a) {
		put32(header + 34, 8);
		header[40] = 8;
	}
	send_message(header, "", 0);
}

/** The data that the target requests, in one message. */
static void send_data(void)
{
	static const uint8_t data[DATA];
	uint8_t header[HEADER] = {0x05, 0x80};

	header[9] = 5;
	memcpy(header + 16, answer + 16, 8); // both tags
	send_message(header, data, get32(answer + 44));
}

int main(int argc, char **argv)
{
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(3260)};
	uint8_t header[HEADER];

	check(argc == 2, "usage");
	a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	server = socket(AF_INET, SOCK_STREAM, 0);
	check(!connect(server, (struct sockaddr *)&a, sizeof(a)), "connect");
	login(argv[1]);

	request(header, 0x04, 0x80);
	put32(header + 20, UINT32_MAX);
	send_message(header, "SendTargets=All", 16);
	check(receive() == 0x24, "text");

	request(header, 0x40, 0x80);
	put32(header + 20, UINT32_MAX);
	send_message(header, "ping", 4);
	check(receive() == 0x20, "nop");

	scsi(0x00, 5, 0, 0); // the first command is refused: the unit has been reset
	check(receive() == 0x21, "test-unit-ready");
	scsi(0x2a, 5, 0x20, DATA);
	check(receive() == 0x31, "data-request");
	send_data();
	check(receive() == 0x21 && answer[3] == 0, "write");
	scsi(0x28, 5, 0x40, DATA);
	while (receive() == 0x25 && !(answer[1] & 1))
		;
	check((answer[0] & 0x3f) == 0x25, "read");
	scsi(0x00, 9, 0, 0);
	check(receive() == 0x21 && answer[3] == 2, "no such unit");

	request(header, 0x42, 0x81);
	put32(header + 20, task - 1);
	send_message(header, "", 0);
	check(receive() == 0x22, "abort");

	request(header, 0x06, 0x80);
	send_message(header, "", 0);
	check(receive() == 0x26, "logout");
	return 0;
}
