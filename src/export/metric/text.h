/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * A model as Prometheus' text, format 0.0.4.
 */
#ifndef DT_EXPORT_METRIC_TEXT_H
#define DT_EXPORT_METRIC_TEXT_H

#include "base/str.h"
#include "export/metric/model.h"

#define DT_TEXT_TYPE "text/plain; version=0.0.4; charset=utf-8"

void dt_text_render(const struct dt_model *m, struct dt_str *out);

#endif
