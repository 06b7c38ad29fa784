/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * code FILE: writes the machine code of all BPF programs whose names begin with "dt_", as the
 * kernel has compiled it. Calls show the function's name.
 */
#include <Zydis/Zydis.h>
#include <bpf/bpf.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FUNCTIONS = 64 };

struct symbol {
	uint64_t address;
	char name[64];
};

static struct symbol *symbols;
static size_t n_symbols;

static void read_symbols(void)
{
	FILE *in = fopen("/proc/kallsyms", "r");
	struct symbol s;

	while (in && fscanf(in, "%" SCNx64 " %*c %63s%*[^\n]", &s.address, s.name) == 2) {
		if (!(n_symbols & (n_symbols - 1)))
			symbols = realloc(symbols, (2 * n_symbols + 1) * sizeof(s));
		symbols[n_symbols++] = s;
	}
	if (in)
		fclose(in);
}

static const char *name_of(uint64_t address)
{
	for (size_t i = 0; i < n_symbols; i++)
		if (symbols[i].address == address)
			return symbols[i].name;
	return "";
}

/** Prints a line for each instruction: offset, text, called function. */
static void print_function(const uint8_t *code, uint32_t size, uint64_t address)
{
	ZydisDisassembledInstruction i;

	for (uint32_t at = 0; at < size; at += i.info.length) {
		uint64_t target = 0;

		if (ZYAN_FAILED(ZydisDisassembleIntel(ZYDIS_MACHINE_MODE_LONG_64, address + at,
						      code + at, size - at, &i)))
			break;
		if (i.info.mnemonic == ZYDIS_MNEMONIC_CALL)
			ZydisCalcAbsoluteAddress(&i.info, i.operands, address + at, &target);
		printf("%6x: %s  %s\n", at, i.text, target ? name_of(target) : "");
	}
}

static void print_program(int fd, const struct bpf_prog_info *about)
{
	uint64_t starts[FUNCTIONS];
	uint32_t sizes[FUNCTIONS];
	uint8_t *code = malloc(about->jited_prog_len), *next = code;
	struct bpf_prog_info info = {.jited_prog_insns = (uintptr_t)code,
				     .jited_prog_len = about->jited_prog_len,
				     .jited_ksyms = (uintptr_t)starts,
				     .nr_jited_ksyms = FUNCTIONS,
				     .jited_func_lens = (uintptr_t)sizes,
				     .nr_jited_func_lens = FUNCTIONS};
	uint32_t length = sizeof(info);

	if (code && !bpf_obj_get_info_by_fd(fd, &info, &length))
		for (uint32_t k = 0; k < info.nr_jited_func_lens && k < FUNCTIONS; k++) {
			printf("%s, function %u, %u bytes:\n", info.name, k, sizes[k]);
			print_function(next, sizes[k], starts[k]);
			next += sizes[k];
		}
	free(code);
}

int main(int argc, char **argv)
{
	uint32_t id = 0;

	if (argc != 2 || !freopen(argv[1], "w", stdout))
		return 2;
	read_symbols();
	while (!bpf_prog_get_next_id(id, &id)) {
		struct bpf_prog_info info = {0};
		uint32_t length = sizeof(info);
		int fd = bpf_prog_get_fd_by_id(id);

		if (fd >= 0 && !bpf_obj_get_info_by_fd(fd, &info, &length) &&
		    !strncmp(info.name, "dt_", 3))
			print_program(fd, &info);
		if (fd >= 0)
			close(fd);
	}
	free(symbols);
	return 0;
}
