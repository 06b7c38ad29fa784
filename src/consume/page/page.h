/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The page of -O flame, which tools/embed-page makes from the files in this folder. Its data, a
 * JSON object without `<`, stand between the two pieces. page.js describes the object.
 */
#ifndef DT_CONSUME_PAGE_PAGE_H
#define DT_CONSUME_PAGE_PAGE_H

#include <stddef.h>

extern const unsigned char dt_page_head[], dt_page_tail[];
extern const size_t dt_page_head_size, dt_page_tail_size;

#endif
