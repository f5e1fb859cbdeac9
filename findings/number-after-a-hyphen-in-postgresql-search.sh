#!/bin/sh
# Guess: full text search of PostgreSQL finds the document "Rechnung 2026-0815" by its number 0815, and the document "see docs/invoice.pdf" by
# "invoice" and by "invoice.pdf".
# What happens: none of the three. What follows the hyphen is a negative number ("-0815"), and a path with its file is one word. 2026-0815 is found.
# Seen with PostgreSQL 18.6 in @electric-sql/pglite 0.5.16.
set -e
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --ignore-scripts --no-audit --no-fund @electric-sql/pglite@0.5.16 >/dev/null
cat > try.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite'
const db = new PGlite()
async function finds(text, search) {
  const { rows } = await db.query("select to_tsvector('simple', $1) @@ websearch_to_tsquery('simple', $2) as found", [text, search])
  return rows[0].found
}
const got = {
  '0815': await finds('Rechnung 2026-0815', '0815'),
  '2026-0815': await finds('Rechnung 2026-0815', '2026-0815'),
  invoice: await finds('see docs/invoice.pdf', 'invoice'),
  'invoice.pdf': await finds('see docs/invoice.pdf', 'invoice.pdf'),
}
await db.close()
const guess = 'all four are found'
const expected = { '0815': false, '2026-0815': true, invoice: false, 'invoice.pdf': false }
const seen = JSON.stringify(got)
console.log('guess:', guess)
console.log('seen: ', seen)
process.exit(seen === JSON.stringify(expected) ? 0 : 1)
JS
node try.mjs
