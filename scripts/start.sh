#!/bin/sh
# npm start. start.mjs prepares everything, then the server takes this shell's place: a Node 20 cannot give way to another program by
# itself, and its launcher would stay in memory (30 MB) for as long as the server runs.
root=$(cd "$(dirname "$0")/.." && pwd) || exit 1
IMPERIUM_RUNTIME_FILE=$(mktemp "${TMPDIR:-/tmp}/imperium-start.XXXXXX") || exit 1
export IMPERIUM_RUNTIME_FILE
trap 'rm -f "$IMPERIUM_RUNTIME_FILE"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
node "$root/scripts/start.mjs" "$@" || exit $?
runtime=$(sed -n 1p "$IMPERIUM_RUNTIME_FILE")
heap_flags=$(sed -n 2p "$IMPERIUM_RUNTIME_FILE")
# Nothing to run: --help.
[ -n "$runtime" ] || exit 0
rm -f "$IMPERIUM_RUNTIME_FILE"
unset IMPERIUM_RUNTIME_FILE
trap - EXIT INT TERM
export PATH="$(dirname "$runtime"):$PATH"
# Memory at rest, measured: one arena of the C library instead of one for each thread takes 15 MB less.
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-1}"
# What Node compiled is kept for the next start: a third of its work. Where the folder cannot be written, Node goes on without.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$root/node_modules/.cache/imperium-compiled}"
# The flags are several words.
# shellcheck disable=SC2086
exec "$runtime" $heap_flags --import "$root/scripts/watch-parent.mjs" "$root/server/src/main.ts" "$@"
