#!/bin/sh
# Guess: a parser made for numbers of a language refuses an amount that is written as another language writes it: '1.234,56' is no English number and
# '1,234.56' no German one, so the answer is NaN.
# What happens: NumberParser takes the sign of the language for groups out, wherever it stands, and reads what is left: 1.23456 both times.
# Seen with @internationalized/number 3.6.9.
set -e
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --ignore-scripts --no-audit --no-fund @internationalized/number@3.6.9 >/dev/null
cat > try.mjs <<'JS'
import { NumberParser } from '@internationalized/number'
const got = [['en-US', '1.234,56'], ['de-DE', '1,234.56']].map(([language, text]) => new NumberParser(language).parse(text))
const guess = 'NaN both times'
const expected = [1.23456, 1.23456]
const seen = JSON.stringify(got)
console.log('guess:', guess)
console.log('seen: ', seen)
process.exit(seen === JSON.stringify(expected) ? 0 : 1)
JS
node try.mjs
