/* SPDX-License-Identifier: BSD-2-Clause */
/* check-size: table */
#include "cli/flags.h"

const char *const dt_flag_group_titles[DT_FLAG_N_GROUPS] = {
    [DT_FLAG_PROGRAM] = "What to trace",  [DT_FLAG_PROCESS] = "Processes",
    [DT_FLAG_OUTPUT] = "Output",	  [DT_FLAG_OTHER] = "Instead of tracing",
    [DT_FLAG_FLEET] = "Several machines", [DT_FLAG_CPP] = "The preprocessor",
    [DT_FLAG_LANGUAGE] = "The language",  [DT_FLAG_ANONYMOUS] = "Anonymous tracing",
};

const struct dt_flag dt_flag_table[] = {
    // ---- what to trace
    {'n', "name", "[[[PROVIDER:]MODULE:]FUNCTION:]NAME", DT_FLAG_PROGRAM, NULL,
     "probes of that name, or a whole program",
     "Enable the probes of that name, which other fields of a description may precede, and a "
     "predicate and statements follow. Or compile a whole program."},
    {'f', "function", "[[PROVIDER:]MODULE:]FUNCTION", DT_FLAG_PROGRAM, NULL,
     "probes of that function", "Enable the probes of that function, in the same form."},
    {'m', "module", "[PROVIDER:]MODULE", DT_FLAG_PROGRAM, NULL, "probes of that module",
     "Enable the probes of that module, in the same form."},
    {'P', "provider", "PROVIDER", DT_FLAG_PROGRAM, NULL, "probes of that provider",
     "Enable the probes of that provider, in the same form."},
    {'i', "id", "ID", DT_FLAG_PROGRAM, NULL, "the probe of that id",
     "Enable the probe of that id, as -l shows it, in the same form."},
    {'s', "script", "FILE", DT_FLAG_PROGRAM, NULL, "the program in that file; - is standard input",
     "Compile the file; - is the standard input."},
    {'w', "destructive", NULL, DT_FLAG_PROGRAM, "destructive", "permit destructive actions", NULL},
    {'Z', "permit-missing", NULL, DT_FLAG_PROGRAM, "zdefs",
     "permit descriptions that match no probe", NULL},

    // ---- processes
    {'c', "command", "COMMAND", DT_FLAG_PROCESS, NULL, "run it as $target, and end when it ends",
     "Start the command, stopped before its first instruction, and let it run when tracing has "
     "begun. Its process id is $target. Words and quotes are as in a shell, but no shell is "
     "started: for pipes and redirections write -c \"sh -c '…'\". May be repeated. Tracing ends "
     "with the last of these processes. If dtrace ends first, a command that is still stopped is "
     "killed; a running one continues."},
    {'p', "pid", "PID", DT_FLAG_PROCESS, NULL, "a running process as $target; end when it ends",
     "Make a running process $target. dtrace neither stops it nor attaches a debugger. Tracing "
     "ends with the last of these processes. May be repeated."},
    {DT_FLAG_CONTAINER, "container", "NAME", DT_FLAG_PROCESS, "container",
     "fire only in that container or service",
     "Fire only if the current process is in that container or systemd service: -x container. NAME "
     "is the name of its control group, or the beginning of the number in that name; no daemon is "
     "asked. BEGIN, END, ERROR and tick-N fire as always."},
    {DT_FLAG_CGROUP, "cgroup", "PATH", DT_FLAG_PROCESS, "cgroup", "fire only in that control group",
     "Fire only in processes of that control group and all below it: -x cgroup. PATH is its "
     "directory, or its path in the hierarchy, as /proc/PID/cgroup shows it."},
    {DT_FLAG_USER, "user", "USER", DT_FLAG_PROCESS, "user", "fire only in processes of that user",
     "Fire only in processes of that user, a name or number: -x user."},

    // ---- output
    {'q', "quiet", NULL, DT_FLAG_OUTPUT, "quiet", "print only what the program prints", NULL},
    {'o', "output", "FILE", DT_FLAG_OUTPUT, NULL, "append the output to a file",
     "Append the output to the file, which is created when the program has been compiled."},
    {'O', "format", "text|json|folded|flame=FILE|pprof=FILE|prom=FILE|otlp[=URL]", DT_FLAG_OUTPUT,
     "oformat", "form of the output",
     "Form of the output: -x oformat. json is one object per line, folded prints aggregations of "
     "stacks for other tools. flame=FILE writes a page for a browser: flame graphs, histograms, "
     "heat maps and tables of the aggregations (-x flame). pprof=FILE writes aggregations of "
     "stacks "
     "as a profile for pprof (-x pprof). prom=FILE writes aggregations as metrics, again and again "
     "(-x prom). otlp sends records and metrics by OpenTelemetry's protocol (-x otlp)."},
    {DT_FLAG_DIFF, "diff", "FILE", DT_FLAG_OUTPUT, "flamediff",
     "compare a page with an earlier one",
     "With -O flame: compare the flame graphs with those of an earlier page, or of folded stacks: "
     "-x flamediff."},
    {DT_FLAG_TOP, "top", NULL, DT_FLAG_OUTPUT, NULL, "show the aggregations while they change",
     "Show the aggregations on the terminal while tracing, one at a time, with the change in a "
     "second and percentiles; the key ? lists the others. The output of the program and its "
     "commands "
     "appears afterwards, followed by the aggregations as usual."},
    {DT_FLAG_SERVE, "serve", "[ADDRESS:PORT]", DT_FLAG_OUTPUT, "serve",
     "answer Prometheus at 127.0.0.1:9435",
     "Answer scrapes of /metrics with the aggregations as metrics, at 127.0.0.1:9435 or "
     "ADDRESS:PORT: "
     "-x serve. Requires dtrace-export."},
    {'F', "flow", NULL, DT_FLAG_OUTPUT, "flowindent", "indent by function entry and return", NULL},
    {'b', "buffer-size", "SIZE", DT_FLAG_OUTPUT, "bufsize", "buffer of each CPU, as in 8m",
     "Size of the ring buffer of each CPU: -x bufsize."},
    {'B', "buffered", NULL, DT_FLAG_OUTPUT, "buffered", "write in large blocks",
     "Write the output in large blocks and at the end, not whenever records arrive: -x buffered."},
    {'v', "verbose", NULL, DT_FLAG_OUTPUT, NULL,
     "report stability, memory and skips; more with -l, -V, --status",
     "Report the stability of the program, the memory that tracing takes and every skipped place. "
     "With -l, -V and --status, print more."},

    // ---- instead of tracing
    {'l', "list", NULL, DT_FLAG_OTHER, NULL, "list probes",
     "List the probes that the descriptions match, or all probes, and exit. With -v, also print "
     "their stability and the types of their arguments, in the classic form that scripts parse; "
     "with -vv also the names of the arguments and how the probes attach. The exit status is 1 if "
     "a description matches nothing."},
    {'e', "compile-only", NULL, DT_FLAG_OTHER, NULL, "compile, and enable nothing",
     "Compile everything, print nothing, and exit before any probe is enabled."},
    {DT_FLAG_CHECK, "check", "FILE", DT_FLAG_OTHER, NULL, "check a script; -O json for editors",
     "Compile the script, as -e -s FILE does; - is the standard input. With -O json, print one "
     "JSON "
     "document with all errors and warnings. The exit status is 1 if the script is wrong."},
    {'S', "disassemble", NULL, DT_FLAG_OTHER, NULL,
     "show the generated programs; with -e, only these",
     "Print the generated programs to standard error, each instruction next to its line of D."},
    {'h', "header", NULL, DT_FLAG_OTHER, NULL, "write the header of declared probes",
     "Write a C header with macros for the declared probes, PROVIDER_PROBE(arguments) and "
     "PROVIDER_PROBE_ENABLED(). The output is the file of -o, or file.h for a script file.d; - is "
     "standard output. Traces nothing and needs no privilege."},
    {'G', "object", NULL, DT_FLAG_OTHER, NULL, "write the object of declared probes",
     "Write an object file to link into a program with the declared probes. -s file.d declares the "
     "providers. The operands are the program's objects; dtrace checks their probes against the "
     "declarations, and turns calls of __dtrace_prov___probe() into probes. The output is the file "
     "of -o, file.o for a script file.d, or else d.out. Traces nothing and needs no privilege."},
    {DT_FLAG_STATUS, "status", NULL, DT_FLAG_OTHER, NULL, "show running traces on this machine",
     "Show everything that dtrace processes on this machine trace now: processes and files with "
     "the number of places, and programs with their mechanism and event; with -v also each place "
     "with its function. -l without a description lists these places after all probes."},
    {DT_FLAG_EXPLAIN, "explain", "TOPIC", DT_FLAG_OTHER, NULL,
     "explain a name of D, an option, a provider, a probe, a type",
     "Explain a variable, subroutine, action, aggregating function, provider, probe, option or tag "
     "of a "
     "diagnostic. For a type, as 'struct task_struct', print its members; with -p or -c also for a "
     "type of that program. For other words, as 'who writes', list example scripts and one-liners "
     "that "
     "answer the question. 'options' and other kinds list all of a kind, a pattern as '*str*' "
     "finds names, "
     "'topics' lists the kinds."},
    {DT_FLAG_COMPLETE, "complete", "TEXT", DT_FLAG_OTHER, NULL,
     "list continuations of a description, or of a program",
     "Print the possible continuations of a probe description, one per line. The completions of "
     "bash, zsh and fish call this. If TEXT is LINE:COLUMN, print the words that can stand there "
     "in "
     "the program on the standard input: probe descriptions, variables, functions, actions, "
     "members, options. With -O json, also print their kind, prototype and description."},
    {'V', "version", NULL, DT_FLAG_OTHER, NULL, "print the version",
     "Print the version; with -v also the facts that a problem report needs: the kernel, the "
     "processor, lockdown, privileges, and the kernel's tracing features."},
    {DT_FLAG_HELP, "help", NULL, DT_FLAG_OTHER, NULL, "print this", "Print a summary."},

    // ---- several machines
    {DT_FLAG_HOSTS, "hosts", "HOST,…|FILE", DT_FLAG_FLEET, NULL, "trace on these machines by ssh",
     "Trace on these machines instead of this one: start dtrace --agent on each by ssh(1), print "
     "the records in the order of time, and add up the aggregations. ssh must log in without a "
     "password. A word with a slash is a file with a host on each line. --hosts refuses "
     "destructive "
     "actions, -c and -p."},
    {DT_FLAG_MERGE, "merge", NULL, DT_FLAG_FLEET, NULL, "add up aggregations in files of -O json",
     "Add up the aggregations of the files and print the result. The operands name files that -O "
     "json wrote. --merge skips their records."},
    {DT_FLAG_AGENT, "agent", NULL, DT_FLAG_FLEET, NULL, "trace for --hosts on another machine",
     "Read a program from --hosts on the standard input and answer in lines of JSON, until the "
     "input ends."},

    // ---- the preprocessor
    {'C', "cpp", NULL, DT_FLAG_CPP, "cpp", "run cpp(1) on scripts",
     "Run the C preprocessor on scripts (-s): -x cpp. It defines __SUNW_D as 1 and "
     "__SUNW_D_VERSION."},
    {'D', "define", "NAME[=VALUE]", DT_FLAG_CPP, "define", "define a macro", NULL},
    {'U', "undefine", "NAME", DT_FLAG_CPP, "undef", "undefine a macro", NULL},
    {'I', "include", "DIRECTORY", DT_FLAG_CPP, "incdir", "search there for files to include", NULL},
    {'H', "print-includes", NULL, DT_FLAG_CPP, "cpphdrs", "name the files that were included",
     NULL},
    {'X', "std", "a|c|s|t", DT_FLAG_CPP, "stdc", "how strictly it follows ISO C",
     "How strictly the preprocessor follows ISO C: sets __STDC__."},

    // ---- the language
    {'x', "option", "NAME[=VALUE]", DT_FLAG_LANGUAGE, NULL, "set an option; -x help lists them",
     "Set an option; see below, or -x help."},
    {'L', "library", "DIRECTORY", DT_FLAG_LANGUAGE, "libdir",
     "search there first for library files",
     "Search the directory for files of the D library, *.d, before the system's. May be given "
     "several times."},
    {'3', NULL, "2", DT_FLAG_LANGUAGE, NULL, "-G writes an object for a 32-bit program",
     "-G writes an object for a 32-bit program. D programs always have the kernel's 64-bit data "
     "model, even if they trace 32-bit processes."},
    {'6', NULL, "4", DT_FLAG_LANGUAGE, NULL, "the 64-bit data model, as always",
     "The 64-bit data model, which D programs have anyway."},

    // ---- anonymous tracing
    {'A', "anonymous", NULL, DT_FLAG_ANONYMOUS, NULL,
     "begin it and exit; without a program, end it",
     "Begin anonymous tracing with the program and exit: BEGIN has run, the probes are enabled, "
     "and the kernel continues tracing until dtrace -a claims it, dtrace -A without a program ends "
     "it, or the machine restarts. At most one can exist. Its state is kept under "
     "/sys/fs/bpf/dtrace; dtrace mounts the BPF file system there if necessary. Probes of "
     "processes, -c and -p cannot be used."},
    {'a', "claim", NULL, DT_FLAG_ANONYMOUS, "grabanon",
     "claim it; with -e, print its data and end it",
     "Claim anonymous tracing: print its records, and continue as if this command had begun it. "
     "With -e, end it after printing. No program can be given. Options that affect only printing "
     "can be given; all others are those of -A. The same as -x grabanon."},

    // ---- known from other systems
    {'d', NULL, NULL, DT_FLAG_REFUSED, NULL,
     "has nothing to show: if and else are compiled directly; -S prints the generated programs",
     NULL},
    {'z', NULL, "ZONE", DT_FLAG_REFUSED, NULL,
     "names a zone, and Linux has none: a predicate on curthread or pid selects processes", NULL},

    // ---- known from SystemTap's dtrace
    {'k', NULL, NULL, DT_FLAG_IDLE, NULL, "there are no temporary files to keep", NULL},
    {DT_FLAG_PARSING, "no-pyparsing", NULL, DT_FLAG_IDLE, NULL, "there is one parser", NULL},
    {DT_FLAG_TYPES, "types", NULL, DT_FLAG_IDLE, NULL, "types are always written", NULL},
    {0},
};

const struct dt_exit_status dt_exit_status_table[] = {
    {"0", "Tracing ended, also by an interrupt."},
    {"1", "An error, which one sentence on standard error names."},
    {"2", "The command line was wrong."},
    {"n", "The argument of exit()."},
    {NULL, NULL},
};
