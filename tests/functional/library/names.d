/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/* Constants of every file; in types, too. */
char array[ENOENT];

inline int NONE = EPERM - 1;

BEGIN
{
	printf("%d %d %d\n", ENOENT, SIGKILL, O_CREAT | O_EXCL);
	printf("%d %d %d %d\n", AF_INET6, IPPROTO_UDP, TH_SYN | TH_ACK, TCP_STATE_LISTEN);
	printf("%d %d %d\n", B_READ, RW_READER, SEEK_END);
	printf("%d %d %d\n", sizeof(array), sizeof(psinfo_t) > 80, NONE);
	exit(0);
}
/* output:
2 9 192
10 17 18 10
64 1 2
2 1 0

*/
