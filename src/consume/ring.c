/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One BPF ring buffer, read in place. The order of the memory accesses is what matters: the
 * producer's position is read before any header (acquire), a header before its record (acquire),
 * and the consumer's position is written last (release).
 */
#include "consume/ring.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <linux/bpf.h>
#include <sys/mman.h>
#include <unistd.h>

struct dt_error *dt_ring_init(struct dt_ring *r, int fd)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	struct bpf_map_info info = {0};
	uint32_t len = sizeof(info);

	if (bpf_obj_get_info_by_fd(fd, &info, &len))
		return dt_error_os(errno, "read the size of a ring buffer");
	size_t read_size = page + 2 * (size_t)info.max_entries;
	void *write_map = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (write_map == MAP_FAILED)
		return dt_error_os(errno, "map the consumer's page of a ring buffer");
	uint8_t *read_map = mmap(NULL, read_size, PROT_READ, MAP_SHARED, fd, (off_t)page);
	if (read_map == MAP_FAILED) {
		int e = errno;

		munmap(write_map, page);
		return dt_error_os(e, "map a ring buffer of %u bytes", info.max_entries);
	}
	dt_ring_init_memory(r, write_map, (uint64_t *)read_map, read_map + page, info.max_entries);
	r->maps[0] = write_map;
	r->map_sizes[0] = page;
	r->maps[1] = read_map;
	r->map_sizes[1] = read_size;
	return NULL;
}

void dt_ring_init_memory(struct dt_ring *r, uint64_t *consumer, const uint64_t *producer,
			 const uint8_t *data, uint64_t size)
{
	*r = (struct dt_ring){.consumer = consumer,
			      .producer = producer,
			      .data = data,
			      .size = size,
			      .at = *consumer};
}

void dt_ring_deinit(struct dt_ring *r)
{
	for (int i = 0; i < 2; i++)
		if (r->maps[i])
			munmap(r->maps[i], r->map_sizes[i]);
	*r = (struct dt_ring){0};
}

bool dt_ring_pending(const struct dt_ring *r)
{
	return __atomic_load_n(r->producer, __ATOMIC_SEQ_CST) != r->at;
}

uint64_t dt_ring_used(const struct dt_ring *r)
{
	return __atomic_load_n(r->producer, __ATOMIC_RELAXED) - *r->consumer;
}

const uint8_t *dt_ring_next(struct dt_ring *r, uint32_t *len, uint64_t *pos, bool *busy)
{
	uint64_t end = __atomic_load_n(r->producer, __ATOMIC_ACQUIRE);

	while (r->at != end) {
		const uint8_t *header = r->data + (r->at & (r->size - 1));
		uint32_t word = __atomic_load_n((const uint32_t *)header, __ATOMIC_ACQUIRE);

		if (word & BPF_RINGBUF_BUSY_BIT) {
			if (busy)
				*busy = true;
			return NULL;
		}
		uint32_t n = word & ~(BPF_RINGBUF_BUSY_BIT | BPF_RINGBUF_DISCARD_BIT);
		uint64_t whole = ((uint64_t)n + BPF_RINGBUF_HDR_SZ + 7) & ~7ULL;
		uint64_t start = r->at;

		if (whole > end - r->at || whole > r->size) {
			r->damaged++;
			r->at = end;
			return NULL;
		}
		r->at += whole;
		if (!(word & BPF_RINGBUF_DISCARD_BIT)) {
			*len = n;
			*pos = start;
			return header + BPF_RINGBUF_HDR_SZ;
		}
	}
	return NULL;
}

void dt_ring_release(struct dt_ring *r, uint64_t pos)
{
	__atomic_store_n(r->consumer, pos, __ATOMIC_RELEASE);
}
