#!/bin/sh
# Guess: a condition in CEL means the same in every evaluator: 5 / 2 of two whole numbers is 2, 1 == 1.0 is true, and 9007199254740993 (2^53 + 1)
# is not 9007199254740992, as the language definition says.
# What happens: in cel-js a half stays (2.5) and the two large numbers are equal; @marcbachmann/cel-js divides as it should but refuses to compare a
# whole number with a fraction; only @bufbuild/cel gives all three. Seen with cel-js 0.8.2, @marcbachmann/cel-js 8.0.0, @bufbuild/cel 0.6.1.
set -e
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --ignore-scripts --no-audit --no-fund cel-js@0.8.2 @marcbachmann/cel-js@8.0.0 @bufbuild/cel@0.6.1 >/dev/null
cat > try.mjs <<'JS'
import { evaluate as first } from 'cel-js'
import { evaluate as second } from '@marcbachmann/cel-js'
import { run as third } from '@bufbuild/cel'
const sources = ['5 / 2', '1 == 1.0', '9007199254740993 == 9007199254740992']
function answer(evaluate, source) {
  try {
    const value = evaluate(source, {})
    return value instanceof Error ? 'refused' : String(value)
  } catch {
    return 'refused'
  }
}
const got = Object.fromEntries(sources.map((source) => [source, [first, second, third].map((evaluate) => answer(evaluate, source))]))
const guess = 'three times 2, true, false'
const expected = {
  '5 / 2': ['2.5', '2', '2'],
  '1 == 1.0': ['true', 'refused', 'true'],
  '9007199254740993 == 9007199254740992': ['true', 'false', 'false'],
}
const seen = JSON.stringify(got)
console.log('guess:', guess)
console.log('seen: ', seen)
process.exit(seen === JSON.stringify(expected) ? 0 : 1)
JS
node try.mjs
