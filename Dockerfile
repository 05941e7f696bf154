# The server with everything it needs. Build and run:
#   docker build -t pentade --build-arg BUILD="$(git describe --always --dirty)" .
#   docker run --init -p 8080:8080 -p 25:2525 -v pentade:/var/lib/pentade -e PENTADE_MAIL_IN_DOMAIN=gm.example pentade
# With DATABASE_URL set it uses that PostgreSQL, else one of its own, kept in the volume.

FROM rust:1.95-slim-bookworm AS build
WORKDIR /build
COPY . .
# What /status and the reports call this build; the repository's history is not in the image.
ARG BUILD=
RUN PENTADE_BUILD="$BUILD" SQLX_OFFLINE=true cargo build --locked --release

FROM debian:12-slim
RUN apt-get update \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends postgresql tzdata \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --home-dir /var/lib/pentade --shell /usr/sbin/nologin pentade \
    && install -d -o pentade -g pentade /var/lib/pentade
COPY --from=build /build/target/release/pentade /usr/local/bin/pentade
COPY config /srv/pentade/config

USER pentade
WORKDIR /srv/pentade
ENV PENTADE_DATA_DIR=/var/lib/pentade \
    PENTADE_WEB_LISTEN=0.0.0.0:8080 \
    PENTADE_MAIL_IN_LISTEN=0.0.0.0:2525
VOLUME /var/lib/pentade
EXPOSE 8080 2525
HEALTHCHECK CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/8080 && printf 'GET /health HTTP/1.0\\r\\n\\r\\n' >&3 && head -n 1 <&3 | grep -q ' 200 '"]
CMD ["pentade", "serve"]
