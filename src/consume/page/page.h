/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The page of -O flame, as tools/embed-page makes it of the files in this folder: its data, one
 * JSON object without `<`, stand between the two pieces. page.js says what the object holds.
 */
#ifndef DT_CONSUME_PAGE_PAGE_H
#define DT_CONSUME_PAGE_PAGE_H

#include <stddef.h>

extern const unsigned char dt_page_head[], dt_page_tail[];
extern const size_t dt_page_head_size, dt_page_tail_size;

#endif
