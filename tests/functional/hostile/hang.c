/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A file system that does not answer, of one regular file "file":
 *
 *	hang DIR		mounted there by root; it answers all but reads. Says "read" when a
 *				process waits, and lets the kernel abort the request.
 *	hang DIR USER FILE	by that user: the file has the text of FILE, until a line comes on
 *				the standard input. From then on it answers nothing: says "silent",
 *				and "asked by PID" when a process waits; that wait ends only with
 *				this program.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/fuse.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_NODE = 2, SIZE = 1 << 20 };

static int fuse, source = -1;
static uint64_t size = SIZE;

static void answer(uint64_t request, int error, const void *data, size_t n)
{
	static char reply[(1 << 17) + sizeof(struct fuse_out_header)];
	struct fuse_out_header out = {(uint32_t)(sizeof(out) + n), error, request};

	memcpy(reply, &out, sizeof(out));
	if (n)
		memcpy(reply + sizeof(out), data, n);
	if (write(fuse, reply, out.len) < 0)
		exit(1);
}

static struct fuse_attr attr_of(uint64_t node)
{
	return (struct fuse_attr){.ino = node,
				  .size = node == FILE_NODE ? size : 0,
				  .mode = node == FILE_NODE ? S_IFREG | 0755 : S_IFDIR | 0755,
				  .nlink = 1};
}

static char part[1 << 17];

static void serve(const struct fuse_in_header *in, const void *arg)
{
	switch (in->opcode) {
	case FUSE_INIT: {
		struct fuse_init_out out = {.major = FUSE_KERNEL_VERSION,
					    .minor = FUSE_KERNEL_MINOR_VERSION,
					    .max_write = 4096};

		answer(in->unique, 0, &out, sizeof(out));
		break;
	}
	case FUSE_LOOKUP: {
		struct fuse_entry_out out = {.nodeid = FILE_NODE, .attr = attr_of(FILE_NODE)};

		answer(in->unique, strcmp(arg, "file") ? -ENOENT : 0, &out,
		       strcmp(arg, "file") ? 0 : sizeof(out));
		break;
	}
	case FUSE_GETATTR: {
		struct fuse_attr_out out = {.attr = attr_of(in->nodeid)};

		answer(in->unique, 0, &out, sizeof(out));
		break;
	}
	case FUSE_STATFS: { // asked by an overlay that lies above
		struct fuse_statfs_out out = {.st = {.bsize = 4096, .namelen = 255}};

		answer(in->unique, 0, &out, sizeof(out));
		break;
	}
	case FUSE_OPEN: {
		// Otherwise a process that opens it while another waits for a page waits as well,
		// and cannot be killed.
		struct fuse_open_out out = {.open_flags = FOPEN_KEEP_CACHE};

		answer(in->unique, 0, &out, sizeof(out));
		break;
	}
	case FUSE_READ:
		if (source >= 0) {
			const struct fuse_read_in *want = arg;

			answer(in->unique, 0, part,
			       (size_t)pread(source, part, want->size, (off_t)want->offset));
			break;
		}
		printf("read\n");
		fflush(stdout);
		break;
	case FUSE_INTERRUPT:
		answer(((const struct fuse_interrupt_in *)arg)->unique, -EINTR, NULL, 0);
		break;
	case FUSE_FORGET:
	case FUSE_BATCH_FORGET:
		break;
	default:
		answer(in->unique, -ENOSYS, NULL, 0);
	}
}

/** Take requests, and answer none. */
static void fall_silent(void)
{
	static _Alignas(8) char request[1 << 17];

	printf("silent\n");
	fflush(stdout);
	while (read(fuse, request, sizeof(request)) > 0) {
		printf("asked by %u\n", ((const struct fuse_in_header *)request)->pid);
		fflush(stdout);
	}
}

int main(int argc, char **argv)
{
	static _Alignas(8) char request[1 << 17];
	struct pollfd wait[2] = {{.events = POLLIN}, {.events = POLLIN}};
	char options[128];
	struct stat st;

	fuse = open("/dev/fuse", O_RDWR | O_CLOEXEC);
	if (fuse < 0 || argc < 2)
		return 77;
	if (argc > 3) {
		source = open(argv[3], O_RDONLY | O_CLOEXEC);
		if (source < 0 || fstat(source, &st))
			return 1;
		size = (uint64_t)st.st_size;
	}
	snprintf(options, sizeof(options), "fd=%d,rootmode=40000,user_id=%s,group_id=0,allow_other",
		 fuse, argc > 2 ? argv[2] : "0");
	if (mount("hang", argv[1], "fuse", 0, options))
		return 77;
	printf("mounted\n");
	fflush(stdout);
	wait[0].fd = fuse;
	wait[1].fd = source < 0 ? -1 : STDIN_FILENO;
	while (poll(wait, 2, -1) >= 0) {
		if (wait[1].revents) {
			fall_silent();
			return 0;
		}
		if (read(fuse, request, sizeof(request)) <= 0)
			return 0;
		serve((const struct fuse_in_header *)request,
		      request + sizeof(struct fuse_in_header));
	}
	return 0;
}
