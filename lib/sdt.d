/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Probes of the provider sdt that other kernels declare, made from tracepoints of Linux.
 */
provider sdt {
	/* The handler of a device's interrupt begins; the kernel's entry, the handler, the handler's own argument, the number of the interrupt. */
	probe interrupt__start(struct irqaction *A, uintptr_t handler, uintptr_t own, int irq) =
	    sdt:irq::irq_handler_entry
		{ args[1], (uintptr_t)args[1]->handler, (uintptr_t)args[1]->dev_id, args[0] };
	/* The handler has returned; the first three as before, 1: the interrupt was the device's, 0: it was not. */
	probe interrupt__complete(struct irqaction *A, uintptr_t handler, uintptr_t own, int result) =
	    sdt:irq::irq_handler_exit
		{ args[1], (uintptr_t)args[1]->handler, (uintptr_t)args[1]->dev_id, args[2] };
	/* A timer calls its function; the timer. */
	probe callout__start(void *timer) =
	    sdt:timer::timer_expire_entry { args[0] }, sdt:timer::hrtimer_expire_entry { args[0] };
	/* The function of a timer has returned; the timer. */
	probe callout__end(void *timer) =
	    sdt:timer::timer_expire_exit { args[0] }, sdt:timer::hrtimer_expire_exit { args[0] };
	/* A timer of high resolution calls its function; the timer. */
	probe cyclic__start(struct hrtimer *timer) = sdt:timer::hrtimer_expire_entry { args[0] };
	/* The function of such a timer has returned; the timer. */
	probe cyclic__end(struct hrtimer *timer) = sdt:timer::hrtimer_expire_exit { args[0] };
};
