#!/bin/sh
# Guess: csv-parse with `cast: true` makes numbers of cells that are numbers of a table, and leaves an article number such as 0x1F a text.
# What happens: 0x1F is 0, in silence (it passes the check for a number, then parseFloat stops at the x). Seen with csv-parse 7.0.3.
set -e
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --ignore-scripts --no-audit --no-fund csv-parse@7.0.3 >/dev/null
cat > try.mjs <<'JS'
import { parse } from 'csv-parse/sync'
const [got] = parse('0x1F,1_000,12.5', { cast: true })
const guess = '"0x1F", "1_000", 12.5'
const expected = [0, '1_000', 12.5]
const seen = JSON.stringify(got)
console.log('guess:', guess)
console.log('seen: ', seen)
process.exit(seen === JSON.stringify(expected) ? 0 : 1)
JS
node try.mjs
