# `make run` builds aparka and answers a first question; `make test` runs all tests. See README.md.

SWIFT ?= swift
RELEASE = -c release --static-swift-stdlib
CHECKED = --explicit-target-dependency-import-check error
VENV = .venv
# One a line, so that pieces built side by side merge.
BUILD_PACKAGES = tzdata pkg-config \
	libsqlite3-dev \
	libcmark-dev \
	libsystemd-dev
# What the tests of the channels run: a session bus, notification servers, a display, apprise. What
# pages are checked with: tidy, hunspell.
TEST_PACKAGES = dbus dbus-bin dunst xvfb python3-dbusmock apprise libsystemd0 procps \
	tidy hunspell hunspell-es hunspell-eu hunspell-en-gb \
	sqlite3
WEB_PACKAGES = chromium chromium-driver \
	libjs-leaflet fonts-dejavu-core

.PHONY: run build release test test-tools test-web lint bench bench-tools clean

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

test: test-tools
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

# The page in a real browser, served by the program itself; pictures of it stay in build/web-screenshots.
test-web: release $(VENV)-web/.installed
	scripts/install-packages $(WEB_PACKAGES)
	cd Tests/web && ../../$(VENV)-web/bin/python3 -m pytest -q -p no:cacheprovider

$(VENV)-web/.installed: requirements-web.txt
	scripts/install-packages python3 python3-venv
	python3 -m venv $(VENV)-web
	$(VENV)-web/bin/python3 -m pip install -q --disable-pip-version-check -r requirements-web.txt
	# Only for the axe-core in it: what it depends on would bring browsers of its own.
	$(VENV)-web/bin/python3 -m pip install -q --disable-pip-version-check --no-deps axe-playwright-python==0.1.8
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

clean:
	rm -rf .build
