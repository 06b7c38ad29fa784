/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The vminfo provider: the counters of virtual memory (vmstat on Solaris), each a probe that fires
 * when the counter would be incremented. arg0 is the increment. Linux has no counters of these
 * names, so arg1, elsewhere the address of one, is 0.
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

	/* A thread has touched memory of its process that has no page, or one that may not be touched so; 1. */
	probe as_fault(int n) =
	    sdt:exceptions::page_fault_user /(long)args[0] >= 0/ { 1 },
	    sdt:exceptions::page_fault_kernel /(long)args[0] >= 0/ { 1 };
	/* A thread has touched memory of its process in a way that its page does not permit; 1. */
	probe prot_fault(int n) =
	    sdt:exceptions::page_fault_user /(long)args[0] >= 0 && (args[2] & 1)/ { 1 },
	    sdt:exceptions::page_fault_kernel /(long)args[0] >= 0 && (args[2] & 1)/ { 1 };
	/* The kernel has touched an address of its own that has no page; 1. */
	probe kernel_asflt(int n) = sdt:exceptions::page_fault_kernel /(long)args[0] < 0/ { 1 };
	/* A thread had to wait for a page of its process that had to be read; 1. */
	probe maj_fault(int n) = cpc:::page_faults_maj-all-1 { 1 };
	/*
	 * A page of zeros was made because it is needed now; 1.
	 *
	 * __GFP_ZERO is 0x100, __GFP_MOVABLE 8.
	 */
	probe zfod(int n) = sdt:kmem::mm_page_alloc /args[1] == 0 && (args[2] & 0x108) == 0x108/ { 1 };

	/* Where the thread is that writes to a page which is there: until it goes on, the fault is not over. */
	sdt:exceptions::page_fault_user, sdt:exceptions::page_fault_kernel
	/(long)args[0] >= 0/ { self->writer = (args[2] & 3) == 3 ? uregs[R_PC] : 0; }
	/*
	 * A page that others have, too, is copied because the process writes to it; 1.
	 *
	 * Nothing tells of the copy, but the page for it is the first that is not made of zeros.
	 */
	probe cow_fault(int n) =
	    sdt:kmem::mm_page_alloc
	    /self->writer && args[1] == 0 && (args[2] & 0x108) == 8 && self->writer == uregs[R_PC]/
		{ 1 };
	sdt:kmem::mm_page_alloc
	/self->writer && args[1] == 0 && (args[2] & 0x108) == 8 && self->writer == uregs[R_PC]/
	{ self->writer = 0; }

	probe hat_fault(int n) = "a fault of x86 has no such level";
	probe softlock(int n) = "Linux has no tracepoint where it locks pages";

	/* ---- disks; REQ_OP_READ is 0, REQ_OP_WRITE 1 */

	/* A read of blocks was asked for; 1. */
	probe pgin(int n) = sdt:block::block_bio_queue /(args[0]->bi_opf & 0xff) == 0/ { 1 };
	/* A read of blocks was asked for; its pages. */
	probe pgpgin(int n) =
	    sdt:block::block_bio_queue /(args[0]->bi_opf & 0xff) == 0/
		{ (args[0]->bi_iter.bi_size + 4095) >> 12 };
	/* A write of blocks was asked for; 1. */
	probe pgout(int n) =
	    sdt:block::block_bio_queue /(args[0]->bi_opf & 0xff) == 1 && args[0]->bi_iter.bi_size/ { 1 };
	/* A write of blocks was asked for; its pages. */
	probe pgpgout(int n) =
	    sdt:block::block_bio_queue /(args[0]->bi_opf & 0xff) == 1/
		{ (args[0]->bi_iter.bi_size + 4095) >> 12 };
	/* Pages of processes are about to be written to swap; their number. */
	probe anonpgout(int n) =
	    sdt:block::block_bio_queue
	    /(args[0]->bi_opf & 0xff) == 1 && (args[0]->bi_opf & (1 << __REQ_SWAP))/
		{ args[0]->bi_iter.bi_size >> 12 };
	probe anonpgin(int n) = "Linux does not tell reads from swap from other reads";
	probe execpgin(int n) = "Linux does not tell pages of programs from those of other files";
	probe execpgout(int n) = "Linux does not tell pages of programs from those of other files";
	probe fspgin(int n) = "Linux does not tell pages of files from blocks of the file system's own";
	probe fspgout(int n) = "Linux does not tell pages of files from blocks of the file system's own";

	/* ---- reclaim */

	/* Somebody who wants memory has looked through pages; their number. */
	probe scan(long n) = sdt:vmscan::mm_vmscan_lru_isolate { args[3] };
	/* Pages were freed, since somebody wants memory; their number. */
	probe dfree(long n) = sdt:vmscan::mm_vmscan_lru_shrink_inactive /args[2]/ { args[2] };
	/* The same of pages of processes. */
	probe anonfree(long n) =
	    sdt:vmscan::mm_vmscan_lru_shrink_inactive /args[2] && !args[5]/ { args[2] };
	/* The same of pages of files. */
	probe fsfree(long n) =
	    sdt:vmscan::mm_vmscan_lru_shrink_inactive /args[2] && args[5]/ { args[2] };
	/* The thread that frees pages (kswapd) begins; 1. */
	probe pgrrun(int n) = sdt:vmscan::mm_vmscan_kswapd_wake { 1 };
	probe execfree(int n) = "Linux does not tell pages of programs from those of other files";
	probe rev(int n) = "Linux frees pages by their age, no hand goes around";
	probe pgrec(int n) = "Linux frees pages for good, there is no list that they come back from";
	probe pgfrec(int n) = "Linux frees pages for good, there is no list that they come back from";
	probe swapin(int n) = "Linux does not swap whole processes";
	probe swapout(int n) = "Linux does not swap whole processes";
	probe pgswapin(int n) = "Linux does not swap whole processes";
	probe pgswapout(int n) = "Linux does not swap whole processes: vminfo:::anonpgout";
};
