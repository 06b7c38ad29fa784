/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Types of other systems that scripts name and that Linux lacks.
 */
typedef enum { B_FALSE, B_TRUE } boolean_t;
