/* SPDX-License-Identifier: BSD-2-Clause */
/* check-size: table */
#include "cli/flags.h"

const char *const dt_flag_group_titles[DT_FLAG_N_GROUPS] = {
    [DT_FLAG_PROGRAM] = "What to trace",
    [DT_FLAG_PROCESS] = "Processes",
    [DT_FLAG_OUTPUT] = "Output",
    [DT_FLAG_OTHER] = "Instead of tracing",
    [DT_FLAG_CPP] = "The preprocessor",
    [DT_FLAG_LANGUAGE] = "The language",
    [DT_FLAG_ANONYMOUS] = "Anonymous tracing",
};

const struct dt_flag dt_flag_table[] = {
    // ---- what to trace
    {'n', "name", "[[[PROVIDER:]MODULE:]FUNCTION:]NAME", DT_FLAG_PROGRAM, NULL,
     "probes of that name, or a whole program",
     "Enable the probes of that name; fields of the description may stand in front of it, a "
     "predicate and statements behind it. Or a whole program."},
    {'f', "function", "[[PROVIDER:]MODULE:]FUNCTION", DT_FLAG_PROGRAM, NULL,
     "probes of that function", "Enable the probes of that function, in the same form."},
    {'m', "module", "[PROVIDER:]MODULE", DT_FLAG_PROGRAM, NULL, "probes of that module",
     "Enable the probes of that module, in the same form."},
    {'P', "provider", "PROVIDER", DT_FLAG_PROGRAM, NULL, "probes of that provider",
     "Enable the probes of that provider, in the same form."},
    {'i', "id", "ID", DT_FLAG_PROGRAM, NULL, "the probe of that id",
     "Enable the probe of that id, as -l shows it, in the same form."},
    {'s', "script", "FILE", DT_FLAG_PROGRAM, NULL, "the program in that file; - is the input",
     "Compile the file; - is the standard input."},
    {'w', "destructive", NULL, DT_FLAG_PROGRAM, "destructive", "permit destructive actions", NULL},
    {'Z', "permit-missing", NULL, DT_FLAG_PROGRAM, "zdefs",
     "permit descriptions that match no probe", NULL},

    // ---- processes
    {'c', "command", "COMMAND", DT_FLAG_PROCESS, NULL,
     "run it, and end when it has ended; it is $target",
     "Start the command, stopped before its first instruction, and let it go when tracing has "
     "begun. Its process id is $target. Words and quotes are those of a shell, but none is "
     "started: for pipes and the like, -c \"sh -c '…'\". May be repeated. Tracing ends with the "
     "last of these processes. A command that still waits when "
     "dtrace ends is killed; one that runs goes on."},
    {'p', "pid", "PID", DT_FLAG_PROCESS, NULL,
     "a running process is $target; end when it has ended",
     "Make a running process $target; it is neither stopped nor attached to. Tracing ends with "
     "it. May be repeated."},
    {DT_FLAG_CONTAINER, "container", "NAME", DT_FLAG_PROCESS, "container",
     "fire in that container or service alone",
     "Every clause has one condition more: the current process is in that container, or service "
     "of systemd. NAME is the name or the beginning of the number by which its control group is "
     "called; no daemon is asked: -x container. BEGIN, END, ERROR and tick-N fire as always."},
    {DT_FLAG_CGROUP, "cgroup", "PATH", DT_FLAG_PROCESS, "cgroup",
     "fire in that control group alone",
     "The same for a control group and all below it: its directory, or its path in the hierarchy, "
     "as /proc/PID/cgroup shows it: -x cgroup."},
    {DT_FLAG_USER, "user", "USER", DT_FLAG_PROCESS, "user", "fire in processes of that user alone",
     "The same for processes of a user, by name or number: -x user."},

    // ---- output
    {'q', "quiet", NULL, DT_FLAG_OUTPUT, "quiet", "print only what the program prints", NULL},
    {'o', "output", "FILE", DT_FLAG_OUTPUT, NULL, "append the output to a file",
     "Append the output to the file, which is created when the program has been compiled."},
    {'O', "format", "text|json|folded|flame=FILE", DT_FLAG_OUTPUT, "oformat", "form of the output",
     "Form of the output: -x oformat. json is one object a line, folded prints aggregations of "
     "stacks for other tools. flame=FILE writes a page for a browser: flame graphs, histograms, "
     "heat maps and tables of the aggregations (-x flame)."},
    {DT_FLAG_DIFF, "diff", "FILE", DT_FLAG_OUTPUT, "flamediff",
     "compare a page with an earlier one",
     "With -O flame: compare the flame graphs with those of an earlier page, or of folded stacks: "
     "-x flamediff."},
    {'F', "flow", NULL, DT_FLAG_OUTPUT, "flowindent", "indent by function entry and return", NULL},
    {'b', "buffer-size", "SIZE", DT_FLAG_OUTPUT, "bufsize", "buffer of each CPU, as in 8m",
     "Size of the ring buffer of each CPU: -x bufsize."},
    {'B', "buffered", NULL, DT_FLAG_OUTPUT, "buffered", "write in large pieces",
     "Write the output in large pieces and at the end, not whenever records have arrived: -x "
     "buffered."},
    {'v', "verbose", NULL, DT_FLAG_OUTPUT, NULL,
     "report stability, memory, skipped places; more "
     "with -l, -V, --status",
     "Report the stability of the program, the memory that tracing takes and every place that is "
     "not probed. Tells more with -l, -V and --status."},

    // ---- instead of tracing
    {'l', "list", NULL, DT_FLAG_OTHER, NULL, "list probes",
     "List the probes that the descriptions match, or all probes, and exit. With -v, also their "
     "stability and the types of their arguments, in the blocks that scripts read; with -vv the "
     "names of the arguments and how they attach. The exit status is 1 if a description matches "
     "nothing."},
    {'e', "compile-only", NULL, DT_FLAG_OTHER, NULL, "compile, and enable nothing",
     "Compile everything, print nothing, and exit before any probe is enabled."},
    {'S', "disassemble", NULL, DT_FLAG_OTHER, NULL, "show the generated programs; with -e alone",
     "Print the generated programs, instruction by instruction beside the lines of D, to the "
     "standard error."},
    {'h', "header", NULL, DT_FLAG_OTHER, NULL, "write the header of declared probes",
     "Write the C header whose macros are the declared probes, PROVIDER_PROBE(arguments) and "
     "PROVIDER_PROBE_ENABLED(), to file.h, when the script is file.d, or that of -o; - is the "
     "standard output. Traces nothing and needs no privilege."},
    {'G', "object", NULL, DT_FLAG_OTHER, NULL, "write the object of declared probes",
     "Write the object that a program with the declared probes is linked with: -s file.d declares "
     "the providers, the operands are the program's own objects, which are compared with that; "
     "calls of __dtrace_prov___probe() in them become probes. "
     "The object is file.o, that of -o, or d.out if no script file.d names it. Traces nothing and "
     "needs no privilege."},
    {DT_FLAG_STATUS, "status", NULL, DT_FLAG_OTHER, NULL, "what is traced on this machine",
     "Show what any dtrace on this machine traces now: processes and files with the number of "
     "places, and programs with the mechanism and event; with -v each place with its function. "
     "-l without a description lists these places behind the probes that there are."},
    {DT_FLAG_EXPLAIN, "explain", "TOPIC", DT_FLAG_OTHER, NULL,
     "what a name of D, an option, a provider, a type is",
     "Tell what a name means: a variable, subroutine, action, aggregating function, provider, "
     "option or tag of a diagnostic. A type, as 'struct task_struct', is shown with its members; "
     "with -p or -c also one of that program. Other words, as 'who writes', are looked for in what "
     "the example scripts show. 'options' and the like list all of a kind, a "
     "pattern as '*str*' finds names, 'topics' tells what there is."},
    {DT_FLAG_COMPLETE, "complete", "TEXT", DT_FLAG_OTHER, NULL, "how a description can go on",
     "Print how a probe description that begins so can go on, a word a line: what the completions "
     "of bash, zsh and fish ask."},
    {'V', "version", NULL, DT_FLAG_OTHER, NULL, "print the version",
     "Print the version; with -v also what a report of a problem needs: the kernel, the processor, "
     "lockdown, privileges, and what the kernel offers to tracing."},
    {DT_FLAG_HELP, "help", NULL, DT_FLAG_OTHER, NULL, "print this", "Print a summary."},

    // ---- the preprocessor
    {'C', "cpp", NULL, DT_FLAG_CPP, "cpp", "run cpp(1) on scripts",
     "Run the C preprocessor on scripts (-s): -x cpp. It defines __SUNW_D as 1 and "
     "__SUNW_D_VERSION."},
    {'D', "define", "NAME[=VALUE]", DT_FLAG_CPP, "define", "define a macro", NULL},
    {'U', "undefine", "NAME", DT_FLAG_CPP, "undef", "undefine a macro", NULL},
    {'I', "include", "DIRECTORY", DT_FLAG_CPP, "incdir", "look there for files to include", NULL},
    {'H', "print-includes", NULL, DT_FLAG_CPP, "cpphdrs", "name the files that were included",
     NULL},
    {'X', "std", "a|c|s|t", DT_FLAG_CPP, "stdc", "how far it keeps to ISO C",
     "How far the preprocessor keeps to ISO C: sets __STDC__."},

    // ---- the language
    {'x', "option", "NAME[=VALUE]", DT_FLAG_LANGUAGE, NULL, "set an option; -x help lists them",
     "Set an option; see below, or -x help."},
    {'L', "library", "DIRECTORY", DT_FLAG_LANGUAGE, "libdir", "look there first for library files",
     "Search the directory for files of the D library, *.d, before the system's. May be given "
     "several times."},
    {'3', NULL, "2", DT_FLAG_LANGUAGE, NULL, "-G writes an object of 32-bit words",
     "The object that -G writes is for a 32-bit program. Programs that trace have the data model "
     "of the kernel, 64 bits, also those that trace 32-bit processes."},
    {'6', NULL, "4", DT_FLAG_LANGUAGE, NULL, "the data model of 64 bits, as always",
     "The data model of 64 bits, which programs have anyway."},

    // ---- anonymous tracing
    {'A', "anonymous", NULL, DT_FLAG_ANONYMOUS, NULL,
     "begin it and exit; without a program, end it",
     "Begin anonymous tracing with the program and exit: BEGIN has run, the probes are enabled, "
     "and the kernel goes on until dtrace -a claims it, dtrace -A without a program ends it, or "
     "the machine restarts. There is at most one. Its state is kept under /sys/fs/bpf/dtrace, "
     "where the BPF file system is mounted if need be. Probes of processes, -c and -p cannot be "
     "used."},
    {'a', "claim", NULL, DT_FLAG_ANONYMOUS, "grabanon",
     "claim it; with -e, print what there is and end it",
     "Claim anonymous tracing: print what it has recorded, and go on as if this command had begun "
     "it. With -e, end it as soon as that is printed. No program can be given. Options that "
     "change how things are printed can; the others are those of -A. The same as -x grabanon."},

    // ---- known from other systems
    {'d', NULL, NULL, DT_FLAG_REFUSED, NULL,
     "has nothing to show: if and else are compiled as they stand; -S prints the programs that "
     "are generated",
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
    {"1", "An error; one sentence on the standard error says which."},
    {"2", "The command line was wrong."},
    {"n", "The argument of exit()."},
    {NULL, NULL},
};
