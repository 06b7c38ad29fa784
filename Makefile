# SPDX-License-Identifier: BSD-2-Clause
#
# The commands that everybody types; the build itself is Meson's (meson.build), the tests are run
# by tests/check and tests/run.

BUILD  ?= build
NINJA  ?= ninja
PREFIX ?= /usr/local

# Meson would take the words of a NINJA with flags for one program.
unexport NINJA

.PHONY: build deps demo check check-vm bench deb html install format clean

build: $(BUILD)/build.ninja
	$(NINJA) -C $(BUILD)

$(BUILD)/build.ninja:
	@command -v meson >/dev/null || { echo "meson is missing: run make deps first" >&2; exit 1; }
	meson setup --prefix=$(PREFIX) $(BUILD)

deps:
	tools/deps build test

demo:
	tools/deps build
	$(MAKE) --no-print-directory build
	tools/demo $(BUILD)/dtrace

check:
	tests/check

check-vm:
	tests/check vm-all

bench:
	tools/deps build bench
	$(MAKE) --no-print-directory build
	bench/run $(BUILD)
	bench/user $(BUILD)
	bench/static $(BUILD)
	bench/stacks $(BUILD)
	bench/keys $(BUILD)
	bench/peers $(BUILD)

format:
	find src include tests runtime bench -name '*.[ch]' -print0 | xargs -0 clang-format -i

deb:
	tools/deps build deb
	tools/deb

# The guide as pages for a browser, in $(BUILD)/html. Browsers run the search box on pages of a server only.
html: build
	tools/deps html
	tools/guide-html $(BUILD)/docs/reference.md $(BUILD)/html
	@echo "to read: python3 -m http.server -d $(BUILD)/html"

# An installation that is not staged tells the dynamic linker of the library.
install: build
	meson install -C $(BUILD)
	@[ -n "$(DESTDIR)" ] || [ "$$(id -u)" != 0 ] || ldconfig

clean:
	rm -rf build build-san build-clang build-deb
