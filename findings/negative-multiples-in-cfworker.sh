#!/bin/sh
# Guess: the sign of a number changes nothing about what it is a multiple of, and a validator that allows for rounding takes every price as a
# multiple of 0.01.
# What happens: @cfworker/json-schema 4.1.1 looks at the remainder alone, which has the sign of the number: 19.99 is a multiple of 0.01, -19.99
# and -1 are not, nor is 1e10, whose remainder has a larger error; and anything is a multiple of 1e-8. ajv 8.20.0 divides: with
# multipleOfPrecision all come out right; without it 19.99 is refused, too. Seen on Node 24.21.
set -eu
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT; cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @cfworker/json-schema@4.1.1 ajv@8.20.0 >/dev/null
cat > try.mjs <<'JS'
import { Validator } from '@cfworker/json-schema'
import { Ajv2020 } from 'ajv/dist/2020.js'
const cases = [[0.01, 19.99], [0.01, -19.99], [0.01, -1], [0.01, 1e10], [1e-8, 1.5e-8]]
const ajv = new Ajv2020({ strict: false })
const precise = new Ajv2020({ strict: false, multipleOfPrecision: 9 })
const seen = cases.map(([multipleOf, value]) => [
  new Validator({ multipleOf }, '2020-12').validate(value).valid,
  ajv.validate({ multipleOf }, value),
  precise.validate({ multipleOf }, value),
])
for (const [at, [of, value]] of cases.entries())
  console.log(`${value} of ${of}: @cfworker/json-schema ${seen[at][0]}, ajv ${seen[at][1]}, with multipleOfPrecision ${seen[at][2]}`)
const expected = [[true, false, true], [false, false, true], [false, true, true], [false, true, true], [true, false, false]]
if (JSON.stringify(seen) !== JSON.stringify(expected)) { console.log('changed'); process.exit(1) }
JS
node try.mjs
