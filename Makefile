# The commands for developers. Each target installs what it needs first.

export SWIFT_BACKTRACE = enable=no

# Targets may import only their dependencies in the manifest.
CHECKS := --explicit-target-dependency-import-check error -Xswiftc -require-explicit-sendable
# Every build for tests has the same flags, so that none starts anew. They need no debug information, which takes time.
DEBUG := --enable-code-coverage -debug-info-format none $(CHECKS)
# Programs that count coverage would leave a file in the current folder.
export LLVM_PROFILE_FILE ?= /dev/null
# Each program is a single file. Only macOS has the Swift libraries as part of the system.
RELEASE = -c release
# Programs contain no path of the folder they are built in, so that others can build the same bytes.
RELEASE += -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xcc -ffile-prefix-map=$(CURDIR)=.
ifeq ($(shell uname -s),Linux)
RELEASE += --static-swift-stdlib
# Programs do not load libraries from their own folder, where anyone could have put them.
RELEASE += --disable-local-rpath
endif
PREFIX ?= /usr/local
# The date of the pages of the manual and of the packages.
export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || date +%s)
FUZZ_SECONDS ?= 60
FUZZ_SEED ?= 0

.PHONY: demo test campaign channel setup provider scaffold outside optimized programs lint format coverage docs page schema tables tables-check bench fuzz conformance conformance-tools json-conformance cache-conformance mcp-conformance api-conformance browser-test install uninstall deb tarball image package-check release clean help

help: ## Show this help
	@awk -F':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# A first search does not need the libraries for pictures, which are twice as large as all others together.
demo: ## Set up, build and run a search against the sandbox
	@Scripts/setup.sh demo
	@$(MAKE) --no-print-directory programs
	@.build/release/forage --sandbox search owl

test: setup ## Build and run all tests
	@Scripts/setup.sh python
	swift build --build-tests $(DEBUG)
	@Scripts/test.py "$$(swift build --show-bin-path)"

campaign: export FORAGE_CAMPAIGN ?= 100
campaign: setup ## Run the long randomized tests; FORAGE_CAMPAIGN=10 runs 10 % of them
	@Scripts/setup.sh python
	swift build --build-tests $(DEBUG)
	@Scripts/test.py "$$(swift build --show-bin-path)" --campaign

channel: ## Build and sign a channel of definitions: KEY=channel.key CHANNEL=FOLDER make channel (docs/channel.md)
	@test -n "$(KEY)" && test -n "$(CHANNEL)" \
		|| { echo "Name a private key and a folder: KEY=channel.key CHANNEL=FOLDER make channel" >&2; exit 64; }
	@Scripts/channel.py "$(CHANNEL)" "$(KEY)" Providers/Definitions/*.json

provider: setup ## Build and test only one provider: NAME=DuckDuckGo make provider
	@test -n "$(NAME)" || { echo "Name a provider: NAME=DuckDuckGo make provider" >&2; exit 64; }
	FORAGE_PROVIDER=$(NAME) swift test --disable-xctest --scratch-path .build-provider $(CHECKS)

scaffold: setup ## Create a provider in a copy of the sources, build it and run its tests
	swift build $(DEBUG) --product forage
	@Scripts/scaffold.sh "$$(swift build --show-bin-path)/forage"

outside: ## Build and test a provider in a separate package, with the public API
	@Scripts/setup.sh library
	@Scripts/outside.sh

setup: ## Install missing C libraries
	@Scripts/setup.sh

optimized: setup programs ## Build optimized programs
	swift build $(RELEASE) --product forage-image
	swift build $(RELEASE) --product forage-gallery

programs:
	swift build $(RELEASE) --product forage-sandbox
	swift build $(RELEASE) --product forage

lint: ## Check the format, imports, length and wording of the sources, and the texts of the page
	swift format lint --strict --parallel --recursive Package.swift Sources Providers Plugins Tests Benchmarks Conformance Fuzzers
	@Scripts/setup.sh python
	@Scripts/imports.py
	@Scripts/wording.py
	@Scripts/texts.py

format: ## Format all sources
	swift format --in-place --parallel --recursive Package.swift Sources Providers Plugins Tests Benchmarks Conformance Fuzzers

coverage: ## Report the coverage of the last `make test`; fails below 85 %
	@Scripts/coverage.py "$$(swift build --show-bin-path)"

docs: setup ## Build the documentation of the library; fails on a broken link
	@Scripts/docs.sh $(DEBUG)

page: ## Update the list of the gallery's files
	@Scripts/page.sh

schema: setup ## Update the JSON Schemas in docs
	XDG_CONFIG_HOME=/nowhere swift run $(DEBUG) forage config schema > docs/config.schema.json.new
	mv docs/config.schema.json.new docs/config.schema.json
	XDG_CONFIG_HOME=/nowhere swift run $(DEBUG) forage config schema definition > docs/definition.schema.json.new
	mv docs/definition.schema.json.new docs/definition.schema.json
	XDG_CONFIG_HOME=/nowhere swift run $(DEBUG) forage config schema lock > docs/credits.schema.json.new
	mv docs/credits.schema.json.new docs/credits.schema.json

tables: setup programs ## Update the results of the providers' checks in their READMEs and in docs/providers.md
	@Scripts/tables.py .build/release/forage

tables-check: setup programs
	@Scripts/tables.py .build/release/forage --check

bench: ## Compare the speed with other tools; BENCH=--short for a quick run
	@Scripts/setup.sh bench
	@$(MAKE) --no-print-directory install DESTDIR="$(CURDIR)/.build/installed" PREFIX=
	@RELEASE_FLAGS="$(RELEASE)" Benchmarks/run.sh $(BENCH)

fuzz: setup ## Fuzz each parser for FUZZ_SECONDS
	@Fuzzers/run.sh $(FUZZ_SECONDS) $(FUZZ_SEED)

conformance: setup ## Run the public suites: JSON_TESTS=FOLDER, CACHE_TESTS=FILE make conformance; OPTIONS=--over-http
	@test -n "$(JSON_TESTS)$(CACHE_TESTS)" \
		|| { echo "Name a suite: JSON_TESTS=FOLDER or CACHE_TESTS=FILE make conformance" >&2; exit 64; }
	@test -z "$(JSON_TESTS)" || $(MAKE) --no-print-directory json-conformance
	@test -z "$(CACHE_TESTS)" || $(MAKE) --no-print-directory cache-conformance

conformance-tools: setup
	@for tool in JSONConformance CacheConformance; do \
		FORAGE_DEVELOPING=1 swift build $(RELEASE) --product $$tool >&2 || exit; \
	done

json-conformance: conformance-tools
	@.build/release/JSONConformance "$(JSON_TESTS)"

cache-conformance: conformance-tools
	@.build/release/CacheConformance $(OPTIONS) "$(CACHE_TESTS)"

# A file written by strip is in the page cache in small pieces, which slows its start; a copy is in large ones.
install: optimized ## Install the programs, definitions, completions and manual under PREFIX (/usr/local)
	@install -d "$(DESTDIR)$(PREFIX)/bin" 2>/dev/null && test -w "$(DESTDIR)$(PREFIX)/bin" || { \
		echo "$(DESTDIR)$(PREFIX) is not writable: make install PREFIX=~/.local installs for you alone." >&2; exit 1; }
	@for program in forage forage-gallery forage-image forage-sandbox; do \
		stripped=.build/release/$$program.stripped; rm -f $$stripped; \
		Packaging/strip.sh .build/release/$$program $$stripped || exit; \
		install $$stripped "$(DESTDIR)$(PREFIX)/bin/.$$program.new" || exit; \
		rm -f $$stripped; \
	done
	@Packaging/share.sh .build/release/forage "$(DESTDIR)$(PREFIX)/share"
	@cd "$(DESTDIR)$(PREFIX)/bin" && for program in forage-image forage-sandbox forage-gallery forage; do \
		mv -f .$$program.new $$program || exit; \
	done

uninstall: ## Remove the installed programs
	cd "$(DESTDIR)$(PREFIX)" && rm -f bin/forage bin/forage-gallery bin/forage-image bin/forage-sandbox \
		share/man/man1/forage.1 share/man/man1/forage-*.1 share/man/man5/forage-config.5 \
		share/bash-completion/completions/forage share/zsh/site-functions/_forage \
		share/fish/vendor_completions.d/forage.fish
	rm -rf "$(DESTDIR)$(PREFIX)/share/forage"

deb: optimized ## Build the Debian packages in .build/package
	@Scripts/setup.sh package
	@Packaging/deb.sh

tarball: optimized ## Build the archive for any Linux with glibc; KEY=NAME signs it
	@Scripts/setup.sh package
	@Packaging/tarball.sh "$(KEY)"

image: deb ## Build the container image from the Debian packages
	@Packaging/image.sh

package-check: deb tarball ## Try the packages in a fresh Debian, and print their sizes and times
	@Packaging/check.sh

release: ## Check, tag and package a release: make release VERSION=1.2.3 KEY=NAME; publishes nothing
	@Packaging/release.sh "$(VERSION)" "$(KEY)"

mcp-conformance: setup ## Test `forage mcp` with the client of the package mcp from PyPI
	@Scripts/setup.sh python
	swift build $(DEBUG) --product forage-sandbox
	swift build $(DEBUG) --product forage
	@Scripts/mcp-conformance.sh "$$(swift build --show-bin-path)/forage"

api-conformance: setup ## Test the gallery against its OpenAPI description, with schemathesis from PyPI
	@Scripts/setup.sh python
	swift build $(DEBUG) --product forage-sandbox
	swift build $(DEBUG) --product forage-image
	swift build $(DEBUG) --product forage-gallery
	swift build $(DEBUG) --product forage
	@Scripts/api-conformance.sh "$$(swift build --show-bin-path)/forage"

browser-test: setup ## Test the gallery in a browser; screenshots go to .build/screenshots
	@Scripts/setup.sh browser
	swift build $(DEBUG) --product forage-sandbox
	swift build $(DEBUG) --product forage-image
	swift build $(DEBUG) --product forage-gallery
	swift build $(DEBUG) --product forage
	@Scripts/browser-tests.sh "$$(swift build --show-bin-path)/forage" .build/screenshots

clean: ## Remove all build results
	rm -rf .build .build-*
