/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For a file in DIR, the debug file is searched in this order:
 *
 *	/usr/lib/debug/.build-id/12/3456….debug
 *	DIR/LINK, DIR/.debug/LINK, /usr/lib/debug/DIR/LINK
 */
#include "symbols/elf/separate.h"

#include "symbols/elf/unpack.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum {
	LINK_BYTES = 4096,	// maximum size of a link's section
	CHECKSUM_STEP = 1 << 18 // bytes
};

static const char debug_root[] = "/usr/lib/debug";

/** Reports whether the debug file's owner is trusted for the other file. A user with a private
 * mount namespace controls the paths in it, but not the owners of files. */
static bool may_speak_for(const struct dt_file *of, const struct dt_file *f)
{
	uid_t owner = dt_file_owner(f);

	return !owner || owner == geteuid() || owner == dt_file_owner(of);
}

/** Opens a file below the same root directory, with the same deadline. */
static struct dt_elf *open_at(const struct dt_elf *e, const char *path)
{
	int fd = e->root < 0 ? dt_file_descriptor(AT_FDCWD, path, DT_PATH_ANY)
			     : dt_file_descriptor(e->root, path, DT_PATH_IN_ROOT);
	struct dt_elf *found = dt_elf_create(dt_file_create(fd), e->root, path);

	if (!found)
		return NULL;
	if (!may_speak_for(e->file, found->file)) {
		dt_elf_destroy(found);
		return NULL;
	}
	dt_file_set_deadline(found->file, dt_file_deadline(e->file));
	return found;
}

static bool has_build_id(const struct dt_elf *e, const uint8_t *id, size_t n)
{
	uint8_t own[DT_BUILD_ID_MAX];

	return n && dt_elf_build_id(e, own) == n && !memcmp(own, id, n);
}

static bool has_checksum(const struct dt_elf *e, uint32_t want)
{
	struct dt_span all = {e->file, 0, dt_file_id(e->file)->size};
	dt_cleanup(dt_free_p) uint8_t *part = dt_malloc(CHECKSUM_STEP);
	uLong sum = crc32(0, NULL, 0);

	for (uint64_t at = 0; at < all.size;) {
		size_t n = all.size - at < CHECKSUM_STEP ? all.size - at : CHECKSUM_STEP;

		if (!dt_span_read(&all, at, part, n))
			return false;
		sum = crc32(sum, part, (unsigned)n);
		at += n;
	}
	return sum == want;
}

/** Returns the file if it has the section; else destroys it and returns NULL. */
static struct dt_elf *if_it_has(struct dt_elf *found, const char *section)
{
	struct dt_span span = {0};

	if (found)
		span = dt_elf_span(found, dt_elf_section(found, section));
	if (span.file)
		return found;
	dt_elf_destroy(found);
	return NULL;
}

static struct dt_elf *find_by_id(const struct dt_elf *e, const uint8_t *id, size_t n)
{
	struct dt_elf *found;
	struct dt_str path = {0};

	if (n < 2)
		return NULL;
	dt_str_printf(&path, "%s/.build-id/%02x/", debug_root, id[0]);
	for (size_t i = 1; i < n; i++)
		dt_str_printf(&path, "%02x", id[i]);
	dt_str_append(&path, ".debug");
	found = open_at(e, dt_str_text(&path));
	dt_str_deinit(&path);
	if (!found || has_build_id(found, id, n))
		return found;
	dt_elf_destroy(found);
	return NULL;
}

// ---- links

/** A link: a file name, a NUL, and an identification of the file. */
struct link {
	char *text; // the section, on the heap
	const uint8_t *rest;
	size_t rest_size;
};

static bool read_link(const struct dt_elf *e, const char *section, struct link *ret)
{
	struct dt_span span = dt_elf_span(e, dt_elf_section(e, section));
	size_t end;

	ret->text = dt_span_load(&span, LINK_BYTES);
	if (!ret->text)
		return false;
	end = strlen(ret->text) + 1;
	end = end < span.size ? end : span.size;
	ret->rest = (const uint8_t *)ret->text + end;
	ret->rest_size = span.size - end;
	return true;
}

/** Reports whether the checksum, at the next multiple of four, matches the file that was found. */
static bool is_linked(const struct dt_elf *e, const struct dt_elf *found, const struct link *link)
{
	size_t skip = -(strlen(link->text) + 1) % 4;
	uint8_t id[DT_BUILD_ID_MAX];
	size_t n = dt_elf_build_id(e, id);
	uint32_t sum;

	if (n)
		return has_build_id(found, id, n);
	if (link->rest_size < skip + sizeof(sum))
		return false;
	memcpy(&sum, link->rest + skip, sizeof(sum));
	return has_checksum(found, sum);
}

static struct dt_elf *find_by_link(const struct dt_elf *e, const char *section)
{
	static const struct {
		const char *above, *below;
	} places[] = {{"", ""}, {"", "/.debug"}, {debug_root, ""}};
	const char *slash = e->path ? strrchr(e->path, '/') : NULL;
	struct dt_elf *found = NULL;
	struct link link = {0};

	if (slash && read_link(e, ".gnu_debuglink", &link) && *link.text && !strchr(link.text, '/'))
		for (size_t i = 0; i < dt_array_len(places) && !found; i++) {
			dt_cleanup(dt_free_p) char *path =
			    dt_asprintf("%s%.*s%s/%s", places[i].above, (int)(slash - e->path),
					e->path, places[i].below, link.text);

			found = if_it_has(open_at(e, path), section);
			if (found && !is_linked(e, found, &link)) {
				dt_elf_destroy(found);
				found = NULL;
			}
		}
	free(link.text);
	return found;
}

/** Opens the debug file that a server delivered, from our cache. */
static struct dt_elf *find_fetched(const struct dt_elf *e, const uint8_t *id, size_t n)
{
	struct dt_elf *found = NULL;

	if (e->debug_path)
		found = dt_elf_create(dt_file_open(e->debug_path), -1, e->debug_path);
	if (found)
		dt_file_set_deadline(found->file, dt_file_deadline(e->file));
	if (!found || has_build_id(found, id, n))
		return found;
	dt_elf_destroy(found);
	return NULL;
}

struct dt_elf *dt_separate_find(const struct dt_elf *e, const char *section)
{
	uint8_t id[DT_BUILD_ID_MAX];
	size_t n = dt_elf_build_id(e, id);
	struct dt_elf *found = if_it_has(find_by_id(e, id, n), section);

	if (!found)
		found = find_by_link(e, section);
	return found ? found : if_it_has(find_fetched(e, id, n), section);
}

/** Opens the shared file at a path relative to the directory of `e`, or below /usr/lib/debug/.dwz
 * if the path leads there. */
static struct dt_elf *open_shared_file(const struct dt_elf *e, const char *path)
{
	const char *room = strstr(path, "/.dwz/"), *slash = e->path ? strrchr(e->path, '/') : NULL;
	dt_cleanup(dt_free_p) char *usual = dt_asprintf("%s%s", debug_root, room ? room : "");
	dt_cleanup(dt_free_p) char *sibling =
	    slash ? dt_asprintf("%.*s/%s", (int)(slash - e->path), e->path, path) : NULL;

	if (*path == '/')
		return open_at(e, path);
	if (room)
		return open_at(e, usual);
	return sibling ? open_at(e, sibling) : NULL;
}

struct dt_elf *dt_separate_shared(const struct dt_elf *e)
{
	struct dt_elf *found = NULL;
	struct link link = {0};

	if (read_link(e, ".gnu_debugaltlink", &link) && link.rest_size <= DT_BUILD_ID_MAX) {
		found = find_by_id(e, link.rest, link.rest_size);
		if (!found)
			found = open_shared_file(e, link.text);
		if (found && !has_build_id(found, link.rest, link.rest_size)) {
			dt_elf_destroy(found);
			found = NULL;
		}
	}
	free(link.text);
	return found;
}

struct dt_elf *dt_separate_embedded(const struct dt_elf *e)
{
	struct dt_span packed = dt_elf_span(e, dt_elf_section(e, ".gnu_debugdata"));
	struct dt_file *f = packed.file ? dt_unpack_xz(&packed) : NULL;

	if (f)
		dt_file_set_deadline(f, dt_file_deadline(e->file));
	return dt_elf_create(f, -1, NULL);
}
