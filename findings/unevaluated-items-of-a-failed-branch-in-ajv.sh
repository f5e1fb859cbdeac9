#!/bin/sh
# Guess: a branch of anyOf that fails marks nothing as evaluated (JSON Schema 2020-12, core 7.7.1.2), so `unevaluatedItems: false` refuses an
# item that only a failed branch had looked at; two validators of 2020-12 agree on it.
# What happens: ajv 8.20.0 takes the items of the failed branch as evaluated and accepts the list; @cfworker/json-schema 4.1.1 refuses it,
# as the specification says. With `unevaluatedProperties` and an object ajv agrees. Node 24.21.
set -eu
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT; cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @cfworker/json-schema@4.1.1 ajv@8.20.0 >/dev/null
cat > try.mjs <<'JS'
import { Validator } from '@cfworker/json-schema'
import { Ajv2020 } from 'ajv/dist/2020.js'
// The second branch fails by its other keyword (one item or one property is more than none).
const cases = [
  ['items', { anyOf: [true, { items: { type: 'number' }, maxItems: 0 }], unevaluatedItems: false }, [1]],
  ['properties', { anyOf: [true, { properties: { a: { type: 'number' } }, maxProperties: 0 }], unevaluatedProperties: false }, { a: 1 }],
]
const seen = cases.map(([name, schema, value]) => [name, new Ajv2020({ strict: false }).validate(schema, value), new Validator(schema, '2020-12').validate(value).valid])
for (const [name, ajv, cfworker] of seen) console.log(`${name} of a failed branch: ajv ${ajv}, @cfworker/json-schema ${cfworker}; the guess was false for all`)
if (JSON.stringify(seen) !== JSON.stringify([['items', true, false], ['properties', false, false]])) { console.log('changed'); process.exit(1) }
JS
node try.mjs
