#!/bin/sh
# Guess: Intl.NumberFormat writes an amount with as many decimals as ISO 4217 gives its currency, with at most three exceptions.
# What happens: 16 differ, among them the Hungarian forint, the Indonesian and the Pakistani rupee and the Colombian peso: Intl rounds
# them to whole units, although ISO gives two decimals. An invoice in forint shows 1,235 for 1,234.50.
# Seen with currency-codes 2.2.0, Node.js 24.21 (ICU 78).
set -e
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --ignore-scripts --no-audit --no-fund currency-codes@2.2.0 >/dev/null
cat > try.mjs <<'JS'
import currencies from 'currency-codes'
const decimals = (currency) => new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits
const differing = currencies.data.filter(({ code, digits }) => digits > 0 && decimals(code) !== digits).map(({ code }) => code)
const got = ['HUF', 'IDR', 'PKR', 'COP'].map((code) => differing.includes(code))
console.log(differing.length, 'differ:', differing.join(' '))
const guess = 'at most three differ'
const expected = [true, true, true, true]
const seen = JSON.stringify(got)
console.log('guess:', guess)
console.log('seen: ', seen)
process.exit(seen === JSON.stringify(expected) ? 0 : 1)
JS
node try.mjs
