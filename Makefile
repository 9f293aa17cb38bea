# ulidkit: sortable identifiers as first-class types of PostgreSQL.
#
#   make && make install && make installcheck      the ordinary PGXS path; PG_CONFIG names the server
#   make demo | test | bench                       on a private server, with all set-up: see README.md
#   make instructions                              counts of instructions: see docs/develop.md
#   make plans                                     times and estimates of queries by time: see docs/develop.md
#   make plots                                     charts and tables of what make bench measured: see docs/develop.md
#   make unit | fuzz                               tests of the core alone: see docs/develop.md
#   make dist                                      the source of the last commit as a zip file: see docs/install.md

PG_CONFIG ?= pg_config
PG_MAJOR := $(shell $(PG_CONFIG) --version 2>/dev/null | sed 's/[^0-9]*\([0-9]*\).*/\1/')

# The checkout. Out of it, as in `make -f ../ulidkit/Makefile`, what is built goes to the present folder.
# Bitcode keeps the names of its sources as they are given to the compiler, so a relative path makes it independent of where the
# checkout is.
TOP := $(patsubst %/,%,$(dir $(firstword $(MAKEFILE_LIST))))
TOP := $(or $(shell realpath --relative-to=. $(TOP) 2>/dev/null),$(TOP))

EXTENSION = ulidkit ulidkit_text
# The version of the release, which the library tells. That of the SQL is default_version in the control files.
DISTVERSION := $(or $(shell sed -n 's/^  "version": "\(.*\)",$$/\1/p' $(TOP)/META.json),$(error META.json has no version))

MODULE_big = ulidkit
OBJS = $(patsubst $(TOP)/%.cpp,%.o,$(sort $(wildcard $(TOP)/src/pg/*.cpp $(TOP)/src/pg/*/*.cpp)))
OBJ_FOLDERS = $(sort $(dir $(OBJS)))
DATA := $(patsubst $(TOP)/%,%,$(sort $(wildcard $(TOP)/src/sql/*.sql)))
EXTRA_CLEAN = build ulidkit-*.zip

# The documentation is installed as it is here, so that its links work: DOCS, and beside them the folders with the pages and with
# what these tell to run or to read. What a tool leaves in a folder of examples, such as node_modules, has no dot in its name.
DOCS := $(notdir $(sort $(wildcard $(addprefix $(TOP)/,*.md LICENSE))))
PAGES := $(patsubst $(TOP)/%,%,$(sort $(wildcard $(addprefix $(TOP)/,docs/*.md docs/*.svg examples/*/*.* examples/rekey/*/*.sql))))
PAGE_FOLDERS := $(sort $(dir $(PAGES)))

# The regression tests: all of sql. One that needs a newer server is named after it: pg16_soft_errors.
TESTS := $(sort $(basename $(notdir $(wildcard $(TOP)/sql/*.sql))))
REGRESS = $(foreach test,$(TESTS),$(if $(filter pg%,$(test)),$(shell \
	test $(PG_MAJOR) -ge $(patsubst pg%,%,$(firstword $(subst _, ,$(test)))) && echo $(test)),$(test)))
REGRESS_OPTS = --load-extension=ulidkit --encoding=UTF8 --no-locale $(REGRESS_FOLDER:%=--outputdir=%)

# The dialect stands in PG_CPPFLAGS because bitcode is made without PG_CXXFLAGS. Debugging information does not tell in which
# folder the library was built.
PG_CPPFLAGS = -std=c++20 -fno-exceptions -fno-rtti -fno-threadsafe-statics -fvisibility=hidden '-ffile-prefix-map=$(CURDIR)=.' \
	-DULIDKIT_VERSION='"$(DISTVERSION)"' -I$(TOP)/src -isystem $(shell $(PG_CONFIG) --includedir-server 2>/dev/null)
# The server loads libraries so that one's symbols are seen by the next: ours are our own, whoever has the same names. On macOS
# they are anyway, and its linker does not know the option.
SHLIB_LINK = -lcrypto $(if $(filter-out darwin win32 cygwin,$(PORTNAME)),-Wl$(comma)-Bsymbolic-functions)
comma = ,

# What sets everything up by itself works before there is a server.
OWN_TARGETS = unit fuzz fuzz-build demo test bench instructions plans plots dist
PGXS := $(shell $(PG_CONFIG) --pgxs 2>/dev/null)
ifneq ($(wildcard $(PGXS)),)
include $(PGXS)
else ifneq ($(filter-out $(OWN_TARGETS),$(or $(MAKECMDGOALS),all)),)
$(error $(PG_CONFIG) finds no PostgreSQL server headers. Install them (Debian: postgresql-server-dev-15) or set PG_CONFIG)
endif

# Out of the checkout the sources are looked for in it, and nothing else: not what was built there, as PGXS would have it.
VPATH :=
vpath %.cpp $(TOP)
vpath %.control $(TOP)

# In a folder of their own: other extensions have a README.md, too.
docmoduledir := extension/ulidkit
ulidkit_docdir = $(DESTDIR)$(docdir)/$(docmoduledir)
install: install-pages
install-pages: installdirs
	$(MKDIR_P) '$(ulidkit_docdir)' $(PAGE_FOLDERS:%='$(ulidkit_docdir)/%')
	$(foreach folder,$(PAGE_FOLDERS),$(INSTALL_DATA) $(foreach page,$(PAGES),$(if \
		$(filter $(folder),$(dir $(page))),$(TOP)/$(page))) '$(ulidkit_docdir)/$(folder)' &&) :
uninstall: uninstall-pages
uninstall-pages:
	rm -f $(PAGES:%='$(ulidkit_docdir)/%')

# What was built for another server is built anew.
ifneq ($(shell $(PG_CONFIG) --version --configure 2>/dev/null),$(shell cat build/server 2>/dev/null))
build/server: FORCE
endif
build/server:
	@mkdir -p build $(OBJ_FOLDERS)
	@$(PG_CONFIG) --version --configure >$@

$(OBJS) $(OBJS:.o=.bc): $(wildcard $(TOP)/src/core/*.hpp $(TOP)/src/pg/*.hpp $(TOP)/src/pg/*/*.hpp) $(TOP)/META.json build/server

# The folders that were made for the objects out of the checkout.
clean: clean-folders
clean-folders:
	@rm -f $(OBJS) $(OBJS:.o=.bc)
	@rmdir -p $(OBJ_FOLDERS) 2>/dev/null || :

# The names of the regression tests, for test/bin/installcheck.
regress-names:
	@echo $(REGRESS)

# For PGXN: what git knows of the last commit, or of DIST_COMMIT. A zip file has local times.
DIST_COMMIT = HEAD
DIST = ulidkit-$(DISTVERSION)
dist:
	TZ=UTC0 git -C $(TOP) archive --format=zip --prefix=$(DIST)/ $(DIST_COMMIT) >$(DIST).zip.tmp
	@mv $(DIST).zip.tmp $(DIST).zip
	@echo '$(CURDIR)/$(DIST).zip'

# What sets everything up by itself does so in the checkout.
ifneq ($(realpath $(TOP)),$(CURDIR))
unit fuzz fuzz-build demo test bench instructions plans plots:
	$(MAKE) -C $(TOP) $@
else

# Tests of the core, without a server, under the sanitizers.
# Compiling takes longer than running, so what makes it faster is chosen: no optimisation, the framework's fast assertions,
# no check for null pointers (the address sanitizer stops at those), no sanitizer in the framework itself, and the largest
# files first. test/bin/check-architectures chooses otherwise, for other processors.
UNIT_BUILD = build/unit
UNIT_OPTIMIZATION = -O0 -g1
UNIT_SANITIZERS = -fsanitize=address,undefined -fno-sanitize=null -fno-sanitize-recover=all
UNIT_CXXFLAGS = -std=c++20 $(UNIT_OPTIMIZATION) $(UNIT_SANITIZERS) -DDOCTEST_CONFIG_SUPER_FAST_ASSERTS \
	-Wall -Wextra -Wconversion -Wshadow -DULIDKIT_VECTORS='"$(CURDIR)/test/vectors"'
$(UNIT_BUILD)/main.o: UNIT_SANITIZERS =
# Runs longer than it compiles.
$(UNIT_BUILD)/memory_order.o: UNIT_OPTIMIZATION := $(UNIT_OPTIMIZATION:-O0=-O1)
UNIT_OBJS = $(patsubst test/unit/%.cpp,$(UNIT_BUILD)/%.o,$(shell ls -S test/unit/*.cpp 2>/dev/null))

$(UNIT_BUILD)/%.o: test/unit/%.cpp $(wildcard test/unit/*.hpp test/laws/*.hpp test/pg/*.hpp src/core/*.hpp src/pg/*.hpp \
		src/pg/generation/*.?pp)
	@mkdir -p $(@D)
	$(CXX) $(UNIT_CXXFLAGS) -Itest -Isrc -c -o $@ $<

$(UNIT_BUILD)/unit: $(UNIT_OBJS)
	$(CXX) $(UNIT_CXXFLAGS) -o $@ $^

unit: $(UNIT_BUILD)/unit
	$(UNIT_EMULATOR) $<

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
	@test/bin/setup test/bench/run

instructions:
	@test/bin/setup -g test/bin/with-server test/bench/instructions

plans:
	@test/bin/setup test/bench/plans

plots:
	@test/bin/setup -p test/bench/plot

endif

.PHONY: unit fuzz fuzz-build demo test bench instructions plans plots dist regress-names install-pages uninstall-pages clean-folders FORCE
