/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * A growable array of any type, on the heap.
 *
 *	dt_vec(int) v = {0};
 *	dt_vec_push(&v, 7);
 *	dt_vec_foreach(&v, p) printf("%d\n", *p);
 *	dt_vec_deinit(&v);
 */
#ifndef DT_BASE_VEC_H
#define DT_BASE_VEC_H

#include "base/mem.h"

#include <stdlib.h>

#define dt_vec(type)             \
	struct {                 \
		type *data;      \
		size_t len, cap; \
	}

/** Elements of the first allocation: 32 bytes, since there are millions of arrays with a single
 * one. */
#define dt_vec_least(v) (sizeof(*(v)->data) < 32 ? 32 / sizeof(*(v)->data) : 1)

/** Makes room for `n` elements in total. The length does not change. */
#define dt_vec_reserve(v, n)                                                          \
	do {                                                                          \
		if ((v)->cap < (size_t)(n)) {                                         \
			size_t cap_ = (v)->cap ? (v)->cap : dt_vec_least(v);          \
			while (cap_ < (size_t)(n))                                    \
				cap_ *= 2;                                            \
			(v)->data = dt_realloc((v)->data, cap_ * sizeof(*(v)->data)); \
			(v)->cap = cap_;                                              \
		}                                                                     \
	} while (0)

#define dt_vec_push(v, ...)                            \
	do {                                           \
		dt_vec_reserve(v, (v)->len + 1);       \
		(v)->data[(v)->len++] = (__VA_ARGS__); \
	} while (0)

#define dt_vec_pop(v)  ((v)->data[--(v)->len])
#define dt_vec_last(v) ((v)->data[(v)->len - 1])
#define dt_vec_foreach(v, p) \
	for (__typeof__((v)->data + 0) p = (v)->data; p < (v)->data + (v)->len; p++)
/**
 * Searches a sorted array: returns how many of its first elements, to which `p` points, meet a
 * condition.
 *
 *	size_t n = dt_leading(v.data, v.len, p, *p < 7);
 */
#define dt_leading(array, n, p, ...)                                \
	({                                                          \
		__typeof__((array) + 0) p;                          \
		size_t low_ = 0, high_ = (n);                       \
		while (low_ < high_) {                              \
			size_t middle_ = low_ + (high_ - low_) / 2; \
			p = (array) + middle_;                      \
			if (__VA_ARGS__)                            \
				low_ = middle_ + 1;                 \
			else                                        \
				high_ = middle_;                    \
		}                                                   \
		low_;                                               \
	})
#define dt_vec_deinit(v)                 \
	do {                             \
		free((v)->data);         \
		(v)->data = NULL;        \
		(v)->len = (v)->cap = 0; \
	} while (0)

#endif
