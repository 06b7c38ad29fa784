/* SPDX-License-Identifier: BSD-2-Clause */
/* needs: x86-64 */
/* flags: -q -c $WORKLOAD */
/*
 * cow_fault: pages to which a process writes, or the kernel for it; new pages of a file are not
 * copies.
 */
syscall::getppid:entry /ppid == $target/ { self->what = "process"; }
syscall::getsid:entry /ppid == $target/ { self->what = "kernel"; }
syscall::getpgid:entry /ppid == $target/ { self->what = ""; }
syscall::getuid:entry /pid == $target/ { self->what = "file"; }
syscall::getgid:entry /pid == $target/ { self->what = ""; }
vminfo:::cow_fault /self->what == "process"/ { process += arg0; }
vminfo:::cow_fault /self->what == "kernel"/ { kernel += arg0; }
vminfo:::cow_fault /self->what == "file"/ { file += arg0; }
/* There were pages that could have been taken for copies. */
sdt:kmem::mm_page_alloc /self->what == "file"/ { pages += 1 << args[1]; }
END { printf("process %d, kernel %d, file %d of %s\n", process, kernel, file, pages >= 40 ? "many" : "few"); }
/* output:
process 300, kernel 100, file 0 of many

*/
