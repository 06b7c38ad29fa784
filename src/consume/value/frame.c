/* SPDX-License-Identifier: BSD-2-Clause */
#include "consume/value/frame.h"

#include "symbols/kernel/build_id.h"

void dt_frame_deinit(struct dt_frame *f)
{
	dt_str_deinit(&f->function);
	dt_str_deinit(&f->linked);
	dt_str_deinit(&f->build_id);
}

static void clear_frame(struct dt_frame *f)
{
	struct dt_frame empty = {.function = f->function,
				 .linked = f->linked,
				 .build_id = f->build_id,
				 .module = "",
				 .file = "",
				 .source = ""};

	*f = empty;
	dt_str_clear(&f->function);
	dt_str_clear(&f->linked);
	dt_str_clear(&f->build_id);
}

static void set_build_id(struct dt_frame *f, const uint8_t *id, size_t n)
{
	for (size_t i = 0; i < n; i++)
		dt_str_printf(&f->build_id, "%02x", id[i]);
}

/** Sets the names of the symbol. Code that a runtime has generated has no module. */
static void set_symbol(struct dt_symbols *s, const struct dt_symbol *sym, struct dt_frame *f)
{
	if (sym->object)
		f->module = sym->object;
	if (!sym->name)
		return;
	dt_str_append(&f->linked, sym->name);
	dt_symbols_show_name(s, &f->function, sym->name);
}

static bool find_kernel_frame(struct dt_symbols *s, uint64_t addr, struct dt_frame *f)
{
	uint8_t id[DT_BUILD_ID_MAX];
	struct dt_symbol sym;

	if (!dt_kernel_symbol(&s->kernel, addr, &sym))
		return true;
	f->module = sym.object;
	f->map_start = sym.object_start;
	dt_str_append(&f->linked, sym.name);
	dt_str_append(&f->function, sym.name);
	set_build_id(f, id, dt_kernel_build_id(sym.object, id));
	return true;
}

bool dt_frame_find(struct dt_symbols *s, int64_t pid, uint64_t addr, size_t i, struct dt_frame *ret)
{
	uint8_t id[DT_BUILD_ID_MAX];
	const struct dt_mapping *m;
	const struct dt_line *lines;
	struct dt_symbol sym;
	size_t n;

	clear_frame(ret);
	if (s->is_off || pid == DT_KERNEL)
		return !i && (s->is_off || find_kernel_frame(s, addr, ret));
	n = dt_process_lines(&s->processes, (int)pid, addr, &lines);
	if (i >= (n ? n : 1))
		return false;
	if (n && lines[i].file) {
		ret->source = lines[i].file;
		ret->line = lines[i].line;
	}
	ret->is_inlined = i + 1 < n;
	if (dt_process_symbol(&s->processes, (int)pid, addr, &sym)) {
		if (ret->is_inlined)
			sym.name = lines[i].function;
		set_symbol(s, &sym, ret);
	}
	m = dt_process_mapping(&s->processes, (int)pid, addr);
	if (!m)
		return true;
	ret->file = m->image->path;
	ret->map_start = m->start;
	ret->map_end = m->end;
	ret->map_offset = m->offset;
	if (dt_image_elf(m->image))
		set_build_id(ret, id, dt_elf_build_id(m->image->elf, id));
	return true;
}
