/* SPDX-License-Identifier: BSD-2-Clause */
/* check-size: table */
#include "session/report/topics.h"

#include "builtin/builtin.h"
#include "dialect/format.h"
#include "dialect/options.h"
#include "lang/diag.h"
#include "provider/provider.h"

const struct dt_topic_words dt_topic_words[DT_TOPIC_KINDS] = {
    [DT_TOPIC_PROVIDER] = {"providers", "provider"},
    [DT_TOPIC_VARIABLE] = {"variables", "variable"},
    [DT_TOPIC_SUBROUTINE] = {"subroutines", "subroutine"},
    [DT_TOPIC_ACTION] = {"actions", "action"},
    [DT_TOPIC_AGGREGATION] = {"aggregations", "aggregating function"},
    [DT_TOPIC_CONVERSION] = {"conversions", "conversion of printf()"},
    [DT_TOPIC_OPTION] = {"options", "option"},
    [DT_TOPIC_TAG] = {"tags", "tag of a diagnostic"},
    [DT_TOPIC_SCRIPT] = {"scripts", "script"},
};

const struct dt_declared dt_declared_table[] = {
    {"ata", "Commands of SATA and PATA disks.",
     "ata:::done { @[args[2]->dev_statname, args[0]->ac_name] = count(); }"},
    {"fsinfo", "What system calls do with open files: reads, writes, seeks, with the file.",
     "fsinfo:::write { @[args[0]->fi_pathname] = count(); }"},
    {"icmp", "Messages of ICMP and ICMPv6.",
     "icmp:::receive { @[args[4]->icmp_typestr, args[2]->ip_saddr] = count(); }"},
    {"io", "Requests of block devices and NFS clients, with the file and their errors.",
     "io:::start { @[args[1]->dev_statname, args[2]->fi_pathname] = sum(args[0]->b_bcount); }"},
    {"ip", "Packets of IPv4 and IPv6 that are sent and received.",
     "ip:::send { @[args[2]->ip_daddr] = count(); }"},
    {"iscsi", "Messages of an iSCSI target.",
     "iscsi:::scsi-command { @[args[0]->ci_remote, args[2]->ic_opname] = count(); }"},
    {"lockstat", "Locks of the kernel that somebody waits for.",
     "lockstat:::adaptive-block { @[execname, stack(5)] = sum(arg1); }"},
    {"mib", "Counters of TCP, UDP, IP and ICMP.", "mib:::tcp* { @[probename] = sum(args[0]); }"},
    {"nfsv3", "Operations of an NFS server, version 3.",
     "nfsv3:::op-*-start { @[args[0]->ci_remote, probename] = count(); }"},
    {"nfsv4", "Operations of an NFS server, version 4.",
     "nfsv4:::op-*-start { @[args[0]->ci_remote, probename] = count(); }"},
    {"plockstat", "Mutexes and locks of readers and writers of a process.",
     "plockstat:::mutex-block { @[ustack(5)] = count(); }"},
    {"proc", "Processes and threads come, turn into other programs, and go; signals.",
     "proc:::exec-success { trace(execname); }"},
    {"sched", "Which threads run, wait and are woken.",
     "sched:::wakeup { @[execname, args[1]->pr_fname] = count(); }"},
    {"scsi", "Commands of SCSI.",
     "scsi:::done { @[args[2]->dev_statname, args[0]->ic_opname] = count(); }"},
    {"sysinfo", "Counters of the system's work: system calls, forks, interrupts, context switches.",
     "sysinfo:::pswitch { @[execname] = count(); }"},
    {"tcp", "Connections and segments of TCP.",
     "tcp:::accept-established { @[args[3]->tcps_raddr] = count(); }"},
    {"udp", "Datagrams of UDP.", "udp:::receive { @[args[4]->udp_dport] = count(); }"},
    {"vminfo", "Counters of virtual memory: faults, pages in and out.",
     "vminfo:::as_fault { @[execname] = count(); }"},
    {NULL, NULL, NULL},
};

static const struct {
	const char *name, *doc;
} scripts[] = {
#include "session/scripts.inc"
};

static void add_providers(dt_topics *ret)
{
	for (size_t i = 0; i < dt_provider_count; i++) {
		const struct dt_provider *p = dt_provider_table[i];

		dt_vec_push(
		    ret, (struct dt_topic){DT_TOPIC_PROVIDER, p->name, NULL, p->doc, p->example});
	}
	for (const struct dt_declared *p = dt_declared_table; p->name; p++)
		dt_vec_push(
		    ret, (struct dt_topic){DT_TOPIC_PROVIDER, p->name, NULL, p->doc, p->example});
}

static void add_builtins(dt_topics *ret, enum dt_builtin_kind kind, enum dt_topic_kind as)
{
	for (size_t i = 0; i < dt_builtin_registry.n; i++) {
		const struct dt_builtin *b = dt_builtin_registry.list[i];

		if (b->kind == kind)
			dt_vec_push(ret,
				    (struct dt_topic){as, b->name, b->proto, b->doc, b->example});
	}
}

static void add_conversions(dt_topics *ret)
{
	for (size_t i = 0; i < dt_n_format_convs; i++) {
		const struct dt_format_conv *c = &dt_format_convs[i];

		dt_vec_push(
		    ret, (struct dt_topic){DT_TOPIC_CONVERSION, c->name, c->wants, c->doc, NULL});
	}
}

static void add_options(dt_topics *ret)
{
	for (int i = 0; i < DT_N_OPTIONS; i++) {
		const struct dt_option_info *o = &dt_option_table[i];

		dt_vec_push(ret,
			    (struct dt_topic){DT_TOPIC_OPTION, o->name, o->fallback, o->doc, NULL});
	}
	for (const struct dt_option_foreign *f = dt_option_foreign_table; f->name; f++)
		dt_vec_push(ret,
			    (struct dt_topic){DT_TOPIC_OPTION, f->name, NULL, f->reason, NULL});
}

void dt_topics_collect(dt_topics *ret)
{
	add_providers(ret);
	add_builtins(ret, DT_BUILTIN_VARIABLE, DT_TOPIC_VARIABLE);
	add_builtins(ret, DT_BUILTIN_SUBROUTINE, DT_TOPIC_SUBROUTINE);
	add_builtins(ret, DT_BUILTIN_ACTION, DT_TOPIC_ACTION);
	add_builtins(ret, DT_BUILTIN_AGGREGATION, DT_TOPIC_AGGREGATION);
	add_conversions(ret);
	add_options(ret);
	for (int i = 0; i < DT_N_TAGS; i++)
		dt_vec_push(ret, (struct dt_topic){DT_TOPIC_TAG, dt_tag_table[i].name, NULL,
						   dt_tag_table[i].text, NULL});
	for (size_t i = 0; i < dt_array_len(scripts); i++)
		dt_vec_push(ret, (struct dt_topic){DT_TOPIC_SCRIPT, scripts[i].name, NULL,
						   scripts[i].doc, NULL});
}
