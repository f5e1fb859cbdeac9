#!/bin/sh
# Guess: zod refuses to write a JSON Schema of a text whose pattern ignores the case (/^de-[0-9]+$/i), as it refuses dates, or writes a pattern that
# means the same.
# What happens: it drops the flag: a value that zod takes is refused by its own JSON Schema, for example in the schema of a tool or of an API.
# Seen with zod 4.6.7, ajv 8.20.0.
set -e
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --ignore-scripts --no-audit --no-fund zod@4.6.7 ajv@8.20.0 >/dev/null
cat > try.mjs <<'JS'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { z } from 'zod'
const code = z.string().regex(/^de-[0-9]+$/i)
const schema = z.toJSONSchema(code)
const got = { pattern: schema.pattern, zod: code.safeParse('DE-17').success, ajv: new Ajv2020().validate(schema, 'DE-17') }
const guess = 'an error, or both take DE-17'
const expected = { pattern: '^de-[0-9]+$', zod: true, ajv: false }
const seen = JSON.stringify(got)
console.log('guess:', guess)
console.log('seen: ', seen)
process.exit(seen === JSON.stringify(expected) ? 0 : 1)
JS
node try.mjs
