/* expect: D_PROV_THREAD 7:1 a user stack is not available in own:::on-cpu: the probe fires before its thread is current */
/* expect: D_PROV_THREAD 8:1 memory of the process is not available in own:::on-cpu */
/* expect: D_PROV_THREAD 9:1 spanid is not available in own:::on-cpu */
provider own {
	probe on__cpu() = sdt:sched::sched_switch { curthread = args[2] };
};
own:::on-cpu { ustack(); }
own:::on-cpu { trace(execargs); }
own:::on-cpu { trace(spanid); }
