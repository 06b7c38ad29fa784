/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Variables of the environment as OpenTelemetry specifies them.
 */
#ifndef DT_EXPORT_ENVIRONMENT_H
#define DT_EXPORT_ENVIRONMENT_H

/** Returns a variable; NULL: not set, or empty. */
const char *dt_environment(const char *name);
/** Returns OTEL_EXPORTER_OTLP_SIGNAL_NAME or, if that is not set, OTEL_EXPORTER_OTLP_NAME. */
const char *dt_environment_of(const char *signal, const char *name);
/** Calls `fn` for each pair of a list "key=value,key=value", whose values are percent-encoded. NULL
 * is an empty list. */
void dt_environment_pairs(const char *list,
			  void (*fn)(void *arg, const char *key, const char *value), void *arg);

#endif
