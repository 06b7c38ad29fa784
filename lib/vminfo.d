/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The vminfo provider: the counters of virtual memory (vmstat on Solaris). Each is a probe that fires when
 * the counter is incremented. arg0 is the increment. On other systems arg1 is the counter's address; Linux
 * has no such counters, so it is 0.
 */
/*
 * Counters of virtual memory: faults, pages in and out.
 *
 *	vminfo:::as_fault { @[execname] = count(); }
 */
provider vminfo {
	/* Places that scripts of other systems name. */
	alias genunix:as_fault:as_fault, genunix:as_fault:kernel_asflt, genunix:as_fault:maj_fault,
	    genunix:as_fault:hat_fault, genunix:anon_private:cow_fault, genunix:anon_zero:zfod,
	    genunix:segvn_*:prot_fault, genunix:segvn_*:softlock, genunix:pageio_setup:pgin,
	    genunix:pageio_setup:pgpgin, genunix:pageio_setup:pgout, genunix:pageio_setup:pgpgout,
	    genunix:pageio_setup:maj_fault, genunix:pageio_setup:anonpg*,
	    genunix:pageio_setup:execpg*, genunix:pageio_setup:fspg*, genunix:checkpage:scan,
	    genunix:pageout*:scan, genunix:pageout*:pgrrun, genunix:pageout*:rev,
	    genunix:page_*:dfree, genunix:page_*:anonfree, genunix:page_*:fsfree,
	    genunix:page_*:execfree, genunix:page_*:pgrec, genunix:page_*:pgfrec,
	    genunix:swapin:swapin, genunix:swapin:pgswapin, genunix:swapout:swapout,
	    genunix:swapout:pgswapout;

	/* ---- faults; of the processor's error code, 1 means: the page is there */

	/* A thread touched user memory without a page, or a page that forbids it; 1. */
	probe as_fault(int n) =
	    sdt:exceptions::page_fault_user /(long)args[0] >= 0/ { 1 },
	    sdt:exceptions::page_fault_kernel /(long)args[0] >= 0/ { 1 };
	/* A thread touched a page that forbids the access; 1. */
	probe prot_fault(int n) =
	    sdt:exceptions::page_fault_user /(long)args[0] >= 0 && (args[2] & 1)/ { 1 },
	    sdt:exceptions::page_fault_kernel /(long)args[0] >= 0 && (args[2] & 1)/ { 1 };
	/* The kernel touched a kernel address without a page; 1. */
	probe kernel_asflt(int n) = sdt:exceptions::page_fault_kernel /(long)args[0] < 0/ { 1 };
	/* A thread waited for a page to be read; 1. */
	probe maj_fault(int n) = cpc:::page_faults_maj-all-1 { 1 };
	/*
	 * A page of zeros was made on demand; 1.
	 *
	 * __GFP_ZERO is 0x100, __GFP_MOVABLE 8.
	 */
	probe zfod(int n) = sdt:kmem::mm_page_alloc /args[1] == 0 && (args[2] & 0x108) == 0x108/ { 1 };

	/* The instruction with which a thread writes to a present page. The fault is not over until the thread leaves it. */
	sdt:exceptions::page_fault_user, sdt:exceptions::page_fault_kernel
	/(long)args[0] >= 0/ { self->writer = (args[2] & 3) == 3 ? uregs[R_PC] : 0; }
	/*
	 * A shared page is copied because the process writes to it; 1.
	 *
	 * No event reports the copy, but its page is the first that is not made of zeros.
	 */
	probe cow_fault(int n) =
	    sdt:kmem::mm_page_alloc
	    /self->writer && args[1] == 0 && (args[2] & 0x108) == 8 && self->writer == uregs[R_PC]/
		{ 1 };
	sdt:kmem::mm_page_alloc
	/self->writer && args[1] == 0 && (args[2] & 0x108) == 8 && self->writer == uregs[R_PC]/
	{ self->writer = 0; }

	probe hat_fault(int n) = "x86 faults have no such level";
	probe softlock(int n) = "Linux has no tracepoint for locked pages";

	/* ---- disks; REQ_OP_READ is 0, REQ_OP_WRITE 1 */

	/* A read of blocks is queued; 1. */
	probe pgin(int n) = sdt:block::block_bio_queue /(args[0]->bi_opf & 0xff) == 0/ { 1 };
	/* A read of blocks is queued; its pages. */
	probe pgpgin(int n) =
	    sdt:block::block_bio_queue /(args[0]->bi_opf & 0xff) == 0/
		{ (args[0]->bi_iter.bi_size + 4095) >> 12 };
	/* A write of blocks is queued; 1. */
	probe pgout(int n) =
	    sdt:block::block_bio_queue /(args[0]->bi_opf & 0xff) == 1 && args[0]->bi_iter.bi_size/ { 1 };
	/* A write of blocks is queued; its pages. */
	probe pgpgout(int n) =
	    sdt:block::block_bio_queue /(args[0]->bi_opf & 0xff) == 1/
		{ (args[0]->bi_iter.bi_size + 4095) >> 12 };
	/* Anonymous pages are about to be swapped out; their number. */
	probe anonpgout(int n) =
	    sdt:block::block_bio_queue
	    /(args[0]->bi_opf & 0xff) == 1 && (args[0]->bi_opf & (1 << __REQ_SWAP))/
		{ args[0]->bi_iter.bi_size >> 12 };
	probe anonpgin(int n) = "Linux does not separate reads from swap from other reads";
	probe execpgin(int n) = "Linux does not separate pages of programs from other files";
	probe execpgout(int n) = "Linux does not separate pages of programs from other files";
	probe fspgin(int n) = "Linux does not separate pages of files from file-system metadata";
	probe fspgout(int n) = "Linux does not separate pages of files from file-system metadata";

	/* ---- reclaim */

	/* Reclaim scanned pages; their number. */
	probe scan(long n) = sdt:vmscan::mm_vmscan_lru_isolate { args[3] };
	/* Reclaim freed pages; their number. */
	probe dfree(long n) = sdt:vmscan::mm_vmscan_lru_shrink_inactive /args[2]/ { args[2] };
	/* The same, anonymous pages; their number. */
	probe anonfree(long n) =
	    sdt:vmscan::mm_vmscan_lru_shrink_inactive /args[2] && !args[5]/ { args[2] };
	/* The same, pages of files; their number. */
	probe fsfree(long n) =
	    sdt:vmscan::mm_vmscan_lru_shrink_inactive /args[2] && args[5]/ { args[2] };
	/* kswapd begins to free pages; 1. */
	probe pgrrun(int n) = sdt:vmscan::mm_vmscan_kswapd_wake { 1 };
	probe execfree(int n) = "Linux does not separate pages of programs from other files";
	probe rev(int n) = "Linux frees pages by age, without a clock hand";
	probe pgrec(int n) = "freed pages do not return";
	probe pgfrec(int n) = "freed pages do not return";
	probe swapin(int n) = "Linux does not swap whole processes";
	probe swapout(int n) = "Linux does not swap whole processes";
	probe pgswapin(int n) = "Linux does not swap whole processes";
	probe pgswapout(int n) = "Linux does not swap whole processes: vminfo:::anonpgout";
};
