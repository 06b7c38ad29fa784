/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A process can change its memory, and reading it may wait for the process. Therefore the vDSO of
 * 32-bit programs is read from a process that we control: a child that executes a minimal program
 * and is killed before its first instruction.
 */
#include "symbols/process/vdso.h"

#include <elf.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BYTES_MAX = 65536, AT = 0x10000 };

struct program {
	Elf32_Ehdr header;
	Elf32_Phdr segment;
};

bool dt_vdso_is(const struct dt_proc_mapping *m)
{
	return !strcmp(m->path, "[vdso]");
}

bool dt_vdso_is_32bit(const struct dt_proc_mapping *m)
{
	return !(m->start >> 32);
}

/** Creates a 32-bit program and returns its descriptor, or -1. */
static int make_program(void)
{
	const struct program p = {
	    .header = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS32, ELFDATA2LSB,
				   EV_CURRENT},
		       .e_type = ET_EXEC,
		       .e_machine = dt_arch.compat.elf,
		       .e_version = EV_CURRENT,
		       .e_entry = AT,
		       .e_phoff = offsetof(struct program, segment),
		       .e_ehsize = sizeof(Elf32_Ehdr),
		       .e_phentsize = sizeof(Elf32_Phdr),
		       .e_phnum = 1},
	    .segment = {.p_type = PT_LOAD,
			.p_vaddr = AT,
			.p_filesz = sizeof(p),
			.p_memsz = sizeof(p),
			.p_flags = PF_R | PF_X,
			.p_align = 4096},
	};
	int fd = memfd_create("vdso", MFD_CLOEXEC);

	if (fd >= 0 && write(fd, &p, sizeof(p)) != (ssize_t)sizeof(p)) {
		close(fd);
		return -1;
	}
	return fd;
}

/** Finds the vDSO's mapping in a process. Returns false if there is none. */
static bool find_vdso(pid_t pid, struct dt_proc_mapping *ret)
{
	struct dt_proc_maps maps;
	bool found = false;

	if (!dt_proc_maps_open(&maps, pid))
		return false;
	while (!found && dt_proc_maps_next(&maps, ret))
		found = dt_vdso_is(ret);
	dt_proc_maps_close(&maps);
	return found;
}

static struct dt_elf *open_of(pid_t pid)
{
	dt_cleanup(dt_free_p) char *path = dt_asprintf("/proc/%d/mem", (int)pid);
	dt_cleanup(dt_close_p) int memory = open(path, O_RDONLY | O_CLOEXEC);
	struct dt_proc_mapping m;
	size_t size;
	void *copy;

	if (memory < 0 || !find_vdso(pid, &m) || m.end - m.start > BYTES_MAX)
		return NULL;
	size = m.end - m.start;
	copy = dt_zalloc(size);
	if (pread(memory, copy, size, (off_t)m.start) == (ssize_t)size)
		return dt_elf_create(dt_file_create_memory(copy, size), -1, NULL);
	free(copy);
	return NULL;
}

static struct dt_elf *open_32bit(void)
{
	dt_cleanup(dt_close_p) int program = dt_arch.compat.elf ? make_program() : -1;
	struct dt_elf *e = NULL;
	int status;
	pid_t pid;

	if (program < 0)
		return NULL;
	pid = fork();
	if (!pid) {
		if (!ptrace(PTRACE_TRACEME, 0, NULL, NULL))
			fexecve(program, (char *[]){"vdso", NULL}, (char *[]){NULL});
		_exit(1);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid || !WIFSTOPPED(status))
		return NULL;
	e = open_of(pid);
	kill(pid, SIGKILL);
	waitpid(pid, &status, 0);
	return e;
}

struct dt_elf *dt_vdso_open(bool is_32bit)
{
	return is_32bit ? open_32bit() : open_of(getpid());
}
