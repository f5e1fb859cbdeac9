#!/bin/sh
# Guess: two evaluators of FHIRPath agree on dates and quantities of the specification: @2026-01-31 + 1 month is 28 February, 1 'kg' = 1000 'g' is
# true, and @2026-01 < @2026-01-15 is empty, because a month does not say the day.
# What happens: fhirpath.js does so. @medplum/core appends the number to the text of the date, compares numbers without their units, and orders a
# month before its days; it raises no error. Seen with fhirpath 5.2.2, @medplum/core 5.2.13, Node.js 24.21.
set -e
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --ignore-scripts --no-audit --no-fund fhirpath@5.2.2 @medplum/core@5.2.13 >/dev/null
cat > try.mjs <<'JS'
import fhirpath from 'fhirpath'
import model from 'fhirpath/fhir-context/r4/index.js'
// The package reads it when it is loaded; Node.js has it since version 22.
globalThis.WebSocket ??= class {}
const { evalFhirPath } = await import('@medplum/core')
const patient = { resourceType: 'Patient' }
const sources = ['@2026-01-31 + 1 month', "1 'kg' = 1000 'g'", '@2026-01 < @2026-01-15']
const got = sources.map((source) => ({
  source,
  fhirpath: fhirpath.evaluate(patient, source, undefined, model).map(String),
  medplum: evalFhirPath(source, patient).map(String),
}))
const guess = 'both 2026-02-28, true, empty'
const expected = [
  { source: '@2026-01-31 + 1 month', fhirpath: ['2026-02-28'], medplum: ['2026-01-311'] },
  { source: "1 'kg' = 1000 'g'", fhirpath: ['true'], medplum: ['false'] },
  { source: '@2026-01 < @2026-01-15', fhirpath: [], medplum: ['true'] },
]
const seen = JSON.stringify(got)
console.log('guess:', guess)
console.log('seen: ', seen)
process.exit(seen === JSON.stringify(expected) ? 0 : 1)
JS
node try.mjs
