#!/bin/sh
# Guess: the validator of @apidevtools/swagger-parser refuses what OpenAPI 3.0 forbids: a parameter of the path that no operation declares, two
# operations with one operationId, and two paths that differ only in the name of their parameter.
# What happens: all three are valid to it. @scalar/openapi-parser refuses the first and takes the other two.
# Seen with @apidevtools/swagger-parser 13.1.0, @scalar/openapi-parser 0.29.22.
set -e
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --ignore-scripts --no-audit --no-fund @apidevtools/swagger-parser@13.1.0 @scalar/openapi-parser@0.29.22 >/dev/null
cat > try.mjs <<'JS'
import SwaggerParser from '@apidevtools/swagger-parser'
import { validate } from '@scalar/openapi-parser'
const responses = { 200: { description: 'ok' } }
const taking = (name) => ({ get: { parameters: [{ name, in: 'path', required: true, schema: { type: 'string' } }], responses } })
const cases = {
  undeclared: { '/orders/{id}': { get: { responses } } },
  'one id twice': { '/a': { get: { operationId: 'read', responses } }, '/b': { get: { operationId: 'read', responses } } },
  'one path twice': { '/orders/{id}': taking('id'), '/orders/{name}': taking('name') },
}
const got = {}
for (const [name, paths] of Object.entries(cases)) {
  const document = { openapi: '3.0.3', info: { title: 'Orders', version: '1' }, paths }
  const bySwagger = await SwaggerParser.validate(structuredClone(document)).then(() => true, () => false)
  got[name] = [bySwagger, (await validate(structuredClone(document))).valid]
}
const guess = 'all refused by both'
const expected = { undeclared: [true, false], 'one id twice': [true, true], 'one path twice': [true, true] }
const seen = JSON.stringify(got)
console.log('guess:', guess)
console.log('seen: ', seen)
process.exit(seen === JSON.stringify(expected) ? 0 : 1)
JS
node try.mjs
