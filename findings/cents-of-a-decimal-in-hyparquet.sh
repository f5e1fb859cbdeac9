#!/bin/sh
# Guess: a reader of Parquet keeps the digits of a DECIMAL column, as a text or as a whole number with its scale, and the microseconds of a
# timestamp.
# What happens: hyparquet multiplies by 0.01: 1234567.89 comes as 1234567.8900000001, larger amounts lose cents, and microseconds are gone. BIGINT
# columns keep all digits. Seen with hyparquet 1.31.5, a file of DuckDB (@duckdb/node-api 1.4.1-r.4).
set -e
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --ignore-scripts --no-audit --no-fund hyparquet@1.31.5 @duckdb/node-api@1.4.1-r.4 >/dev/null
cat > try.mjs <<'JS'
import { DuckDBInstance } from '@duckdb/node-api'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
const connection = await (await DuckDBInstance.create()).connect()
await connection.run(`copy (select 1234567.89::decimal(18, 2) as amount, 90071992547409.93::decimal(18, 2) as large,
  timestamp '2026-11-29 10:00:00.123456' as at, 9007199254740993::bigint as count) to 'amounts.parquet' (format parquet)`)
const [row] = await parquetReadObjects({ file: await asyncBufferFromFile('amounts.parquet') })
const got = { amount: String(row.amount), large: String(row.large), at: row.at.toISOString(), count: String(row.count) }
const guess = '1234567.89, 90071992547409.93, .123456'
const expected = { amount: '1234567.8900000001', large: '90071992547409.92', at: '2026-11-29T10:00:00.123Z', count: '9007199254740993' }
const seen = JSON.stringify(got)
console.log('guess:', guess)
console.log('seen: ', seen)
process.exit(seen === JSON.stringify(expected) ? 0 : 1)
JS
node try.mjs
