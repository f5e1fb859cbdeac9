#!/bin/sh
# Guess: to a JSON Schema validator, `const: []` refuses {}, and [[], {}] has unique items: a list is never an object.
# What happens: @cfworker/json-schema 4.1.1 takes both for the same value, in const, enum and uniqueItems; ajv 8.20.0 tells them apart.
# So does [1] with {"0": 1}. Seen on Node 24.21.
set -eu
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT; cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @cfworker/json-schema@4.1.1 ajv@8.20.0 >/dev/null
cat > try.mjs <<'JS'
import { Validator } from '@cfworker/json-schema'
import { Ajv2020 } from 'ajv/dist/2020.js'
const cases = [
  ['const [] and {}', { const: [] }, {}],
  ['enum [[]] and {}', { enum: [[]] }, {}],
  ['uniqueItems of [] and {}', { uniqueItems: true }, [[], {}]],
  ['const [1] and {"0":1}', { const: [1] }, { 0: 1 }],
]
const seen = cases.map(([name, schema, value]) => [name, new Validator(schema, '2020-12').validate(value).valid, new Ajv2020({ strict: false }).validate(schema, value)])
for (const [name, cfworker, ajv] of seen) console.log(`${name}: @cfworker/json-schema ${cfworker}, ajv ${ajv}`)
const expected = JSON.stringify([[true, false], [true, false], [false, true], [true, false]])
if (JSON.stringify(seen.map(([, a, b]) => [a, b])) !== expected) { console.log('changed'); process.exit(1) }
JS
node try.mjs
