# `make run` builds aparka and answers a first question; `make test` runs all tests. See README.md.

SWIFT ?= swift
RELEASE = -c release --static-swift-stdlib
CHECKED = --explicit-target-dependency-import-check error
VENV = .venv
# One a line, so that pieces built side by side merge.
BUILD_PACKAGES = tzdata pkg-config \
	libmicrohttpd-dev \
	libqrencode-dev \
	libsqlite3-dev \
	libcmark-dev \
	libsystemd-dev \
	libjs-leaflet
# What the tests of the channels run: a session bus, notification servers, a display, apprise. What
# pages are checked with: tidy, hunspell.
TEST_PACKAGES = dbus dbus-bin dbus-user-session dunst xvfb python3-dbusmock apprise libsystemd0 procps \
	tidy hunspell hunspell-es hunspell-eu hunspell-en-gb \
	sqlite3 systemd util-linux
BROWSER_PACKAGES = chromium chromium-driver fonts-dejavu-core

.PHONY: run build release test test-swift test-api test-web test-tools lint bench bench-tools bench-web install uninstall clean

run: release
	@echo
	.build/release/aparka quote blue 1.20 --town calatayud --at 2025-10-14T12:50 --explain
	@echo
	@echo "Next, for example:"
	@echo "  .build/release/aparka quote blue 1h40 --town calatayud"
	@echo "  .build/release/aparka zones --town pamplona"
	@echo "  .build/release/aparka --help"

release:
	scripts/install-packages $(BUILD_PACKAGES)
	$(SWIFT) build $(RELEASE) $(CHECKED) --product aparka

build:
	$(SWIFT) build $(CHECKED)

# All tests. `make test-swift` are those in Swift alone; the other two try the API and the page from outside.
test: test-swift test-api test-web

test-swift: test-tools
	scripts/install-packages $(BUILD_PACKAGES) $(TEST_PACKAGES)
	$(SWIFT) build --build-tests $(CHECKED)
	$(SWIFT) test --skip-build --disable-xctest

# The Python packages that the tests compare with, in a virtual environment of their own.
test-tools: $(VENV)/.installed

$(VENV)/.installed: requirements-test.txt
	scripts/install-packages python3 python3-venv
	python3 -m venv $(VENV)
	$(VENV)/bin/python3 -m pip install -q --disable-pip-version-check -r requirements-test.txt
	touch $@

# The API against its own description, by a program that knows nothing of ours.
test-api: $(VENV)-web/.installed
	scripts/install-packages $(BUILD_PACKAGES)
	$(SWIFT) build --product aparka
	VENV=$(VENV)-web scripts/test-api .build/debug/aparka

# How many requests a second, and whether memory stays flat: half a minute.
bench-web: release
	python3 scripts/load-server.py .build/release/aparka

# The page in a real browser, served by the program itself; pictures of it stay in build/web-screenshots.
test-web: release $(VENV)-browser/.installed
	scripts/install-packages $(BROWSER_PACKAGES)
	cd Tests/web && ../../$(VENV)-browser/bin/python3 -m pytest -q -p no:cacheprovider

$(VENV)-browser/.installed: requirements-browser.txt
	scripts/install-packages python3 python3-venv
	python3 -m venv $(VENV)-browser
	$(VENV)-browser/bin/python3 -m pip install -q --disable-pip-version-check -r requirements-browser.txt
	# Only for the axe-core in it: what it depends on would bring browsers of its own.
	$(VENV)-browser/bin/python3 -m pip install -q --disable-pip-version-check --no-deps axe-playwright-python==0.1.8
	touch $@

$(VENV)-web/.installed: requirements-web.txt
	scripts/install-packages python3 python3-venv
	python3 -m venv $(VENV)-web
	$(VENV)-web/bin/python3 -m pip install -q --disable-pip-version-check -r requirements-web.txt
	touch $@

lint:
	$(SWIFT) format lint -r --strict Sources Tests Package.swift

bench: bench-tools
	$(SWIFT) build $(RELEASE) --product aparka-bench
	$(SWIFT) build $(RELEASE) --product aparka-bench-sectors
	.build/release/aparka-bench
	$(VENV)/bin/python3 scripts/bench-opening-hours.py
	$(VENV)/bin/python3 Benchmarks/sectors.py .build/release/aparka-bench-sectors

# What the measurements alone compare with.
bench-tools: test-tools $(VENV)/.bench-installed

$(VENV)/.bench-installed: requirements-bench.txt
	$(VENV)/bin/python3 -m pip install -q --disable-pip-version-check -r requirements-bench.txt
	touch $@

# make install PREFIX=/usr/local DESTDIR=: program, data, units, manual pages, completions, documents.
# Nothing is started: docs/daemon.md says how.
PREFIX ?= /usr/local
DESTDIR ?=
UNITDIR ?= $(PREFIX)/lib/systemd/user
SHARE = $(DESTDIR)$(PREFIX)/share
UNITS = $(notdir $(wildcard systemd/aparka*))
DATA_FOLDERS = $(wildcard api tariffs sectors translations web)

.build/release/aparka:
	$(MAKE) release

install: .build/release/aparka
	install -D -m 755 .build/release/aparka $(DESTDIR)$(PREFIX)/bin/aparka
	rm -rf $(addprefix $(SHARE)/aparka/,$(DATA_FOLDERS))
	find $(DATA_FOLDERS) -type f -exec install -D -m 644 {} $(SHARE)/aparka/{} \;
	for unit in $(UNITS); do \
	  mkdir -p $(DESTDIR)$(UNITDIR) && \
	  sed 's|@PREFIX@|$(PREFIX)|g' systemd/$$unit > $(DESTDIR)$(UNITDIR)/$$unit && \
	  chmod 644 $(DESTDIR)$(UNITDIR)/$$unit || exit 1; done
	install -D -m 644 man/aparka.1 $(SHARE)/man/man1/aparka.1
	install -D -m 644 man/es/aparka.1 $(SHARE)/man/es/man1/aparka.1
	install -D -m 644 man/eu/aparka.1 $(SHARE)/man/eu/man1/aparka.1
	install -D -m 644 completions/aparka.bash $(SHARE)/bash-completion/completions/aparka
	install -D -m 644 completions/_aparka $(SHARE)/zsh/site-functions/_aparka
	install -D -m 644 completions/aparka.fish $(SHARE)/fish/vendor_completions.d/aparka.fish
	install -d $(SHARE)/doc/aparka
	install -m 644 README.md LICENSE docs/*.md $(SHARE)/doc/aparka

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/aparka $(addprefix $(DESTDIR)$(UNITDIR)/,$(UNITS))
	rm -f $(SHARE)/man/man1/aparka.1 $(SHARE)/man/es/man1/aparka.1 $(SHARE)/man/eu/man1/aparka.1
	rm -f $(SHARE)/bash-completion/completions/aparka $(SHARE)/zsh/site-functions/_aparka
	rm -f $(SHARE)/fish/vendor_completions.d/aparka.fish
	rm -rf $(SHARE)/aparka $(SHARE)/doc/aparka

clean:
	rm -rf .build
