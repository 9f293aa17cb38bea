# The official image of PostgreSQL with ulidkit: see docs/install.md.
#
#   docker build --build-arg PG_MAJOR=18 -t ulidkit:pg18-trixie .
ARG PG_MAJOR=18
ARG DEBIAN_SUITE=trixie
ARG BASE=postgres:${PG_MAJOR}-${DEBIAN_SUITE}

FROM ${BASE} AS build
ARG PG_MAJOR
RUN apt-get update && \
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
        g++ make libssl-dev "postgresql-server-dev-${PG_MAJOR}"
COPY . /ulidkit
WORKDIR /build
RUN make -f /ulidkit/Makefile -j"$(nproc)" install DESTDIR=/stage \
        PG_CONFIG="/usr/lib/postgresql/${PG_MAJOR}/bin/pg_config"

FROM ${BASE}
COPY --from=build /stage/ /
