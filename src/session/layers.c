/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the layers of an overlay file system in the kernel's memory, the only reliable source: a
 * mount point's options name paths, which may have changed or belong to another namespace.
 */
#include "session/layers.h"

#include "base/host/fuse.h"
#include "ebpf/ebpf.h"
#include "types/btf/offsets.h"

#include <linux/magic.h>
#include <pthread.h>

enum {
	MOST_LAYERS = 500, // the kernel's limit
	MOST_NESTED = 2,   // an overlay of overlays; the kernel allows no more
	MINOR_BITS = 20,   // of a device number in the kernel
};

/** Member offsets in bytes. */
static struct {
	uint32_t files, fdt, fd, inode, sb, magic, info, device, mnt_sb;
	uint32_t n_layers, layers, layer_mnt, layer_size; // of overlayfs
} at;

static const struct dt_btf_member_query of_kernel[] = {
    {"task_struct", "files", &at.files},
    {"files_struct", "fdt", &at.fdt},
    {"fdtable", "fd", &at.fd},
    {"file", "f_inode", &at.inode},
    {"inode", "i_sb", &at.sb},
    {"super_block", "s_magic", &at.magic},
    {"super_block", "s_fs_info", &at.info},
    {"super_block", "s_dev", &at.device},
    {"vfsmount", "mnt_sb", &at.mnt_sb},
};

static const struct dt_btf_member_query of_overlay[] = {
    {"ovl_fs", "numlayer", &at.n_layers},
    {"ovl_fs", "layers", &at.layers},
    {"ovl_layer", "mnt", &at.layer_mnt},
    {"ovl_layer", NULL, &at.layer_size},
};

static bool has_kernel, has_overlays; // the members are known

static void find_kernel(void)
{
	has_kernel = dt_btf_find_members("vmlinux", of_kernel, dt_array_len(of_kernel));
}

static void find_overlays(void)
{
	has_overlays = dt_btf_find_members("overlay", of_overlay, dt_array_len(of_overlay)) ||
		       dt_btf_find_members("vmlinux", of_overlay, dt_array_len(of_overlay));
}

/** Finds, once, the members that lead from a task to a file system. */
static bool knows_kernel(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, find_kernel);
	return has_kernel;
}

/** Finds, once, the members that lead from an overlay to its layers. Called only for an overlay,
 * since overlayfs may be a module. */
static bool knows_overlays(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, find_overlays);
	return has_overlays;
}

/** Follows pointers: adds each offset to the address, then reads the next address there. */
static bool follow_pointers(uint64_t from, const uint32_t *offsets, size_t n, uint64_t *ret)
{
	*ret = from;
	for (size_t i = 0; i < n; i++)
		if (!dt_bpf_peek(*ret + offsets[i], ret))
			return false;
	return true;
}

static bool any_layer(uint64_t sb, bool (*is)(uint32_t minor), unsigned depth);

static bool is_layer(uint64_t layer, bool (*is)(uint32_t minor), unsigned depth)
{
	uint64_t sb, device;

	if (!follow_pointers(layer, (const uint32_t[]){at.layer_mnt, at.mnt_sb}, 2, &sb) ||
	    !dt_bpf_peek(sb + at.device, &device))
		return false;
	device &= UINT32_MAX;
	return (!(device >> MINOR_BITS) && is((uint32_t)device)) || any_layer(sb, is, depth + 1);
}

static bool any_layer(uint64_t sb, bool (*is)(uint32_t minor), unsigned depth)
{
	uint64_t magic, info, n, layers;

	if (depth == MOST_NESTED || !dt_bpf_peek(sb + at.magic, &magic) ||
	    magic != OVERLAYFS_SUPER_MAGIC || !knows_overlays() ||
	    !dt_bpf_peek(sb + at.info, &info) || !dt_bpf_peek(info + at.n_layers, &n) ||
	    !dt_bpf_peek(info + at.layers, &layers))
		return false;
	n &= UINT32_MAX;
	for (uint64_t i = 0; i < n && i < MOST_LAYERS; i++)
		if (is_layer(layers + i * at.layer_size, is, depth))
			return true;
	return false;
}

static bool look_below(int fd, bool (*is)(uint32_t minor))
{
	uint64_t task, file, sb;

	return knows_kernel() && dt_bpf_peek(0, &task) &&
	       follow_pointers(task, (const uint32_t[]){at.files, at.fdt, at.fd}, 3, &file) &&
	       follow_pointers(file + 8 * (uint64_t)fd, (const uint32_t[]){0, at.inode, at.sb}, 3,
			       &sb) &&
	       any_layer(sb, is, 0);
}

static void set_layers(void)
{
	dt_fuse_set_layers(look_below);
}

void dt_layers_watch(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, set_layers);
}
