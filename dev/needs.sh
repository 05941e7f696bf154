# What the commands at the top of this repository need on the machine. Sourced by ./test and ./demo.
#
# Nothing that is in place is installed again. Debian's package `postgresql` may start a server of its own; Pentade
# neither uses it nor minds it: its private server opens no TCP port and keeps its socket in its own folder.

missing=()

# say WORDS...: a heading, with the seconds since the start
say() { printf '\n== %s (%d s)\n' "$*" "$SECONDS"; }

# fail WORDS...: why this cannot go on
fail() { printf '\n%s: %s\n' "$(basename "$0")" "$*" >&2; exit 1; }

# need PACKAGE CHECK...: note the package unless the check succeeds
need() {
    local package=$1
    shift
    "$@" >/dev/null 2>&1 || missing+=("$package")
}

has_postgres() { [ -n "${PENTADE_PG_BIN:-}" ] || ls /usr/lib/postgresql/*/bin/initdb || initdb_of_pg_config; }
initdb_of_pg_config() { [ -x "$(pg_config --bindir)/initdb" ]; }
has_libc() { [ -e "$(cc -print-file-name=crt1.o)" ] || dpkg -s libc6-dev; }

needs_for_building() {
    need gcc command -v cc
    need libc6-dev has_libc
    need postgresql has_postgres
}

# install_missing: by Debian's own means, as root or through sudo
install_missing() {
    [ ${#missing[@]} -gt 0 ] || return 0
    local list="${missing[*]}" root=()
    command -v apt-get >/dev/null || fail "this machine lacks (by Debian's names): $list. Install them, then run this again."
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || fail "this machine lacks: $list. As root: apt-get install $list"
        root=(sudo)
    fi
    say "installing $list"
    keep_services_still
    "${root[@]}" apt-get update -q || fail "apt-get update failed; still missing: $list"
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}" ||
        fail "apt-get could not install: $list"
    let_services_be
}

# keep_services_still: mail servers are wanted for their programs alone. None of them is set up, started or enabled;
# what runs on the machine already is left alone.
quieted=
keep_services_still() {
    case " ${missing[*]} " in *" postfix "* | *" dovecot-"*) ;; *) return 0 ;; esac
    echo "postfix postfix/main_mailer_type select No configuration" | "${root[@]}" debconf-set-selections
    [ ! -e /usr/sbin/policy-rc.d ] || return 0
    printf '#!/bin/sh\nexit 101\n' | "${root[@]}" tee /usr/sbin/policy-rc.d >/dev/null
    "${root[@]}" chmod 755 /usr/sbin/policy-rc.d
    quieted=yes
    trap let_services_be EXIT
}

let_services_be() {
    [ -n "$quieted" ] || return 0
    quieted=
    "${root[@]}" rm -f /usr/sbin/policy-rc.d
    command -v systemctl >/dev/null || return 0
    local service
    for service in postfix dovecot; do
        case " ${missing[*]} " in *" $service"*)
            "${root[@]}" systemctl disable --quiet "$service" || say "the service $service could not be disabled" ;;
        esac
    done
}

# find_cargo: rustup's own folder need not be in PATH
find_cargo() {
    command -v cargo >/dev/null || PATH="$PATH:${CARGO_HOME:-$HOME/.cargo}/bin"
    command -v cargo >/dev/null || fail "there is no cargo on this machine. Install Rust $(rust_wanted) or later from https://rustup.rs, \
then run this again (Debian's own package is too old)."
}

rust_wanted() { sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml; }

# need_component COMMAND COMPONENT: a part of Rust that not every installation has
need_component() {
    cargo "$1" --version >/dev/null 2>&1 && return
    say "installing Rust's component $2"
    { command -v rustup >/dev/null && rustup component add "$2"; } || fail "cargo $1 is missing: rustup component add $2"
}
