# ulidkit: sortable identifiers as first-class types of PostgreSQL.
#
#   make && make install && make installcheck      the ordinary PGXS path; PG_CONFIG names the server
#   make demo | test | bench                       on a private server, with all set-up: see README.md
#   make unit | fuzz                               tests of the core alone: see docs/develop.md

PG_CONFIG ?= pg_config
PG_MAJOR := $(shell $(PG_CONFIG) --version 2>/dev/null | sed 's/[^0-9]*\([0-9]*\).*/\1/')

EXTENSION = ulidkit
EXTVERSION := $(shell sed -n "s/^default_version = '\(.*\)'/\1/p" ulidkit.control)
EXTENSION_SQL = ulidkit--$(EXTVERSION).sql
UPDATES_SQL = $(patsubst src/sql/updates/%,ulidkit--%,$(wildcard src/sql/updates/*.sql))
# After pg_upgrade the catalog is that of the older server: an update to another name of the same version and back attaches
# what the newer one knows. The name has the version in it, so that no path between two versions leads through it.
UPGRADED = $(EXTVERSION)-pg_upgraded
UPGRADED_SQL = ulidkit--$(EXTVERSION)--$(UPGRADED).sql
BACK_SQL = ulidkit--$(UPGRADED)--$(EXTVERSION).sql

MODULE_big = ulidkit
OBJS = $(patsubst %.cpp,%.o,$(sort $(wildcard src/pg/*.cpp)))
DATA_built = $(EXTENSION_SQL) $(UPDATES_SQL) $(UPGRADED_SQL) $(BACK_SQL)
EXTRA_CLEAN = build

# A test that needs a newer server is named after it: pg16_soft_errors.
REGRESS = $(foreach test,$(sort $(basename $(notdir $(wildcard sql/*.sql)))),$(if \
	$(filter pg%,$(test)),$(shell test $(PG_MAJOR) -ge $(patsubst pg%,%,$(firstword $(subst _, ,$(test)))) && echo $(test)),$(test)))
REGRESS_OPTS = --load-extension=ulidkit --encoding=UTF8 --no-locale

# The dialect stands in PG_CPPFLAGS because bitcode is made without PG_CXXFLAGS.
PG_CPPFLAGS = -std=c++20 -fno-exceptions -fno-rtti -fno-threadsafe-statics -fvisibility=hidden \
	-DULIDKIT_VERSION='"$(EXTVERSION)"' -Isrc -isystem $(shell $(PG_CONFIG) --includedir-server 2>/dev/null)
SHLIB_LINK = -lcrypto

# What sets everything up by itself works before there is a server.
OWN_TARGETS = demo test bench unit fuzz fuzz-build
PGXS := $(shell $(PG_CONFIG) --pgxs 2>/dev/null)
ifneq ($(wildcard $(PGXS)),)
include $(PGXS)
else ifneq ($(filter-out $(OWN_TARGETS),$(or $(MAKECMDGOALS),all)),)
$(error $(PG_CONFIG) finds no PostgreSQL server headers. Install them (Debian: postgresql-server-dev-15) or set PG_CONFIG)
endif

# What was built for another server is built anew.
ifneq ($(shell $(PG_CONFIG) --version --configure 2>/dev/null),$(shell cat build/server 2>/dev/null))
$(shell mkdir -p build && $(PG_CONFIG) --version --configure >build/server)
endif

$(OBJS) $(OBJS:.o=.bc): $(wildcard src/core/*.hpp src/pg/*.hpp) build/server

# The extension's SQL: for every kind of the list what all kinds have, then what is its own.
KINDS := $(shell sed -n 's/^ *KIND(\([a-z0-9]*\), [A-Za-z0-9]*, \([0-9]*\)).*/\1:\2/p' src/core/kinds.hpp)

$(EXTENSION_SQL): $(wildcard src/sql/*) src/core/kinds.hpp ulidkit.control Makefile
	@echo 'assembling $@'
	@{ printf '%s\n' '\echo Use "CREATE EXTENSION ulidkit" to load this file. \quit'; \
	echo; cat src/sql/planner.sql; \
	for entry in $(KINDS); do \
		kind=$${entry%:*}; size=$${entry#*:}; own=src/sql/$$kind.sql; \
		if [ $$size = 8 ]; then storage='LIKE = int8'; shape=src/sql/bigint.sql.in; \
		else storage="INTERNALLENGTH = $$size, ALIGNMENT = char"; shape=; fi; \
		echo; echo "-- $$kind"; echo; \
		cat src/sql/kind.sql.in $$shape $$own | sed "s/@kind@/$$kind/g; s/@storage@/$$storage/" || exit 1; \
	done; \
	echo; cat src/sql/between.sql; echo; cat src/sql/uuidv7.sql; echo; cat src/sql/snowflake.sql; echo; cat src/sql/ulidkit.sql; echo; cat src/sql/newer.sql; } > $@.tmp && mv $@.tmp $@

# An update script: what changed from one version to the next, if anything, then what the server may be new for.
$(UPDATES_SQL): ulidkit--%.sql: src/sql/updates/%.sql
ulidkit--0.1.0--0.2.0.sql: src/sql/between.sql src/sql/uuidv7.sql src/sql/snowflake.sql
$(UPDATES_SQL) $(UPGRADED_SQL): src/sql/newer.sql
$(UPDATES_SQL) $(UPGRADED_SQL) $(BACK_SQL): Makefile
	@echo 'assembling $@'
	@{ printf '%s\n' '\echo Use "ALTER EXTENSION ulidkit UPDATE" to load this file. \quit'; \
	for part in $(filter %.sql,$^); do echo; cat $$part; done; } > $@.tmp && mv $@.tmp $@

# Tests of the core, without a server, under the sanitizers.
UNIT_CXXFLAGS = -std=c++20 -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all \
	-Wall -Wextra -Wconversion -Wshadow -DULIDKIT_VECTORS='"$(CURDIR)/test/vectors"'
UNIT_OBJS = $(patsubst test/unit/%.cpp,build/unit/%.o,$(wildcard test/unit/*.cpp))

build/unit/%.o: test/unit/%.cpp $(wildcard test/unit/*.hpp test/laws/*.hpp src/core/*.hpp)
	@mkdir -p $(@D)
	$(CXX) $(UNIT_CXXFLAGS) -Isrc -Itest -c -o $@ $<

build/unit/unit: $(UNIT_OBJS)
	$(CXX) $(UNIT_CXXFLAGS) -o $@ $^

unit: build/unit/unit
	build/unit/unit

# Fuzz targets of the core, with libFuzzer: FUZZ_SECONDS each (60), or FUZZ_RUNS executions each.
FUZZ_CXX ?= clang++
FUZZ_CXXFLAGS = -std=c++20 -O2 -g -Wall -Wextra -Wconversion -Wshadow -Isrc -Itest
FUZZ_SANITIZERS = -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all
FUZZ_TARGETS = $(filter-out seeds,$(basename $(notdir $(wildcard test/fuzz/*.cpp))))

$(FUZZ_TARGETS:%=build/fuzz/%): build/fuzz/%: test/fuzz/%.cpp $(wildcard test/fuzz/*.hpp test/laws/*.hpp src/core/*.hpp)
	@mkdir -p $(@D)
	$(FUZZ_CXX) $(FUZZ_CXXFLAGS) $(FUZZ_SANITIZERS) -o $@ $<

build/fuzz/make-seeds: test/fuzz/seeds.cpp $(wildcard test/laws/*.hpp test/unit/vectors.hpp src/core/*.hpp)
	@mkdir -p $(@D)
	$(FUZZ_CXX) $(FUZZ_CXXFLAGS) -o $@ $<

build/fuzz/seeds: build/fuzz/make-seeds $(wildcard test/vectors/*.tsv)
	rm -rf $@
	$< $@

fuzz-build: $(FUZZ_TARGETS:%=build/fuzz/%) build/fuzz/seeds

fuzz:
	@test/bin/setup -f test/bin/fuzz $(FUZZ_TARGETS)

# On a private server, which is gone afterwards: KEEP=1 keeps that of the demo.
demo:
	@test/bin/setup test/bin/with-server $(if $(KEEP),-k) psql -X -q -f test/demo/demo.sql

test:
	@test/bin/setup test/bin/test

bench:
	@test/bin/setup test/bin/with-server test/bench/run

.PHONY: unit fuzz fuzz-build demo test bench
