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

/** Makes room for `n` elements in total. The length does not change. */
#define dt_vec_reserve(v, n)                                                          \
	do {                                                                          \
		if ((v)->cap < (size_t)(n)) {                                         \
			size_t cap_ = (v)->cap ? (v)->cap : 8;                        \
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
#define dt_vec_deinit(v)                 \
	do {                             \
		free((v)->data);         \
		(v)->data = NULL;        \
		(v)->len = (v)->cap = 0; \
	} while (0)

#endif
