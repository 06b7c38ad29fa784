/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A file system whose files can be opened and never read: mounted at the argument, it has a regular
 * file "file". Says "read" when somebody waits for it. A read ends only when the kernel gives it
 * up.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/fuse.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_NODE = 2, SIZE = 1 << 20 };

static int fuse;

static void answer(uint64_t request, int error, const void *data, size_t n)
{
	char reply[512];
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
				  .size = node == FILE_NODE ? SIZE : 0,
				  .mode = node == FILE_NODE ? S_IFREG | 0644 : S_IFDIR | 0755,
				  .nlink = 1};
}

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
	case FUSE_OPEN: {
		struct fuse_open_out out = {0};

		answer(in->unique, 0, &out, sizeof(out));
		break;
	}
	case FUSE_READ:
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

int main(int argc, char **argv)
{
	static _Alignas(8) char request[1 << 17];
	char options[128];

	fuse = open("/dev/fuse", O_RDWR | O_CLOEXEC);
	if (fuse < 0 || argc < 2)
		return 77;
	snprintf(options, sizeof(options), "fd=%d,rootmode=40000,user_id=0,group_id=0,allow_other",
		 fuse);
	if (mount("hang", argv[1], "fuse", 0, options))
		return 77;
	printf("mounted\n");
	fflush(stdout);
	while (read(fuse, request, sizeof(request)) > 0)
		serve((const struct fuse_in_header *)request,
		      request + sizeof(struct fuse_in_header));
	return 0;
}
