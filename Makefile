# SPDX-License-Identifier: BSD-2-Clause
#
# The commands that everybody types; the build itself is Meson's (meson.build), the tests are run
# by tests/check and tests/run.

BUILD  ?= build
NINJA  ?= ninja

# An empty PREFIX leaves the build directory's own: at first Meson's, /usr/local.
PREFIX ?=

# Meson would take the words of a NINJA with flags for one program.
unexport NINJA

.PHONY: build configure deps demo check check-vm bench deb html install uninstall format clean

build: configure
	$(NINJA) -C $(BUILD)

configure: $(BUILD)/build.ninja
	$(if $(PREFIX),meson configure --prefix=$(abspath $(PREFIX)) $(BUILD) && $(NINJA) -C $(BUILD) build.ninja)

$(BUILD)/build.ninja:
	@command -v meson >/dev/null || { echo "meson is missing: run make deps first" >&2; exit 1; }
	meson setup $(BUILD)

deps:
	tools/deps build test

# The command alone: neither tests nor documents.
demo:
	tools/deps build
	$(MAKE) --no-print-directory configure
	$(NINJA) -C $(BUILD) dtrace
	tools/demo $(BUILD)/dtrace

check:
	tests/check

check-vm:
	tests/check vm-all

bench:
	tools/deps build bench
	$(MAKE) --no-print-directory configure
	meson setup --reconfigure $(BUILD) # a library of LTTng may be new
	$(NINJA) -C $(BUILD)
	bench/run $(BUILD)
	bench/user $(BUILD)
	bench/inprocess $(BUILD)
	bench/static $(BUILD)
	bench/stacks $(BUILD)
	bench/keys $(BUILD)
	bench/peers $(BUILD)
	bench/export $(BUILD)

format:
	find src include tests runtime bench -name '*.[ch]' -print0 | xargs -0 clang-format -i

deb:
	tools/deps build deb
	tools/deb

# The guide as pages for a browser, in $(BUILD)/html. Browsers run the search box on pages of a server only.
html: build
	tools/deps html
	tools/guide-html $(BUILD)/docs/reference.md $(BUILD)/html
	@echo "open $(BUILD)/html/index.html; its search box needs a server: python3 -m http.server -d $(BUILD)/html"

# An installation that is not staged tells the dynamic linker of the library.
install: build
	meson install -C $(BUILD)
	@[ -n "$(DESTDIR)" ] || [ "$$(id -u)" != 0 ] || ldconfig

uninstall: configure
	tools/uninstall $(BUILD) $(DESTDIR)
	@[ -n "$(DESTDIR)" ] || [ "$$(id -u)" != 0 ] || ldconfig

clean:
	rm -rf build build-san build-tsan build-clang build-deb
