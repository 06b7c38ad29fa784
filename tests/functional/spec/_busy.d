/* SPDX-License-Identifier: BSD-2-Clause */
/* One record of strsize fills the ring. */
#pragma D option quiet
#pragma D option bufsize=4k
#pragma D option strsize=4056
BEGIN { i = speculation(); text = "full"; }
BEGIN { printf("%s\n", text); }
BEGIN { commit(i); }
BEGIN { n = speculation(); }
BEGIN { n += speculation(); exit(0); }
END { printf("%d\n", n); }
