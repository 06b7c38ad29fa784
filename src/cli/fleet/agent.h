/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * dtrace --agent: traces for a dtrace on another machine (docs/guide/fleets.md). Lines of JSON
 * travel both ways:
 *
 *	agent    {"type":"agent","version":"0.2","features":[…]}
 *	client   {"type":"client","version":"0.2"}
 *	agent    {"type":"clock","time":N,"wall":N}
 *	client   {"type":"program","options":[…],"texts":[…],"arguments":[…]}
 *	agent    the lines of -O json
 *
 * Empty lines of the client are signs of life. The end of the standard input ends tracing, as an
 * interrupt does.
 */
#ifndef DT_CLI_FLEET_AGENT_H
#define DT_CLI_FLEET_AGENT_H

#include "cli/cli.h"

#define DT_AGENT_HELLO	"agent"
#define DT_CLIENT_HELLO "client"

enum {
	DT_AGENT_LINE = 1 << 20,   // longest line of an agent
	DT_PROGRAM_LINE = 4 << 20, // longest line of a client
	DT_LIFE_MS = 5000,	   // between signs of life
};

/** Greets the client and reads its program into the arguments. Returns E_SUCCESS, or the exit
 * status after a message. From then on, the end of the standard input acts as SIGTERM does. */
int dt_agent_begin(struct dt_cli *c);
/** Sets the options of an agent, after the program was compiled. Refuses a destructive one. */
int dt_agent_check(struct dt_cli *c);

/** Reports whether a dtrace of this version works with this one: the major versions are equal. */
bool dt_agent_is_version(const char *version);

#endif
