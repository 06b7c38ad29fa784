/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * A record of a line as text, as dtrace prints it without -O json.
 */
#ifndef DT_CLI_FLEET_RECORDS_H
#define DT_CLI_FLEET_RECORDS_H

#include "cli/cli.h"
#include "cli/fleet/reader.h"

/** Reports whether the object has the members of a record, and writes its time. */
bool dt_record_check(const struct dt_json_value *record, int64_t *time);
/** Writes the text of a record. Returns NULL, or the reason of a failure as part of a sentence. */
const char *dt_record_print(const struct dt_json_value *record, struct dtrace *d, FILE *out);

#endif
