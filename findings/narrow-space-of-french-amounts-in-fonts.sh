#!/bin/sh
# Guess: the Latin files (latin and latin-ext) of widely used web fonts have a glyph for every character that Intl writes into amounts in French, and
# for the signs of rupee and lira, so that a PDF can embed them alone.
# What happens: none of nine has U+202F, which separates the thousands in French; Lato and Open Sans also lack the rupee and the lira.
# Seen with the @fontsource packages named below (5.3.0), fontkit 2.0.4.
set -e
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --ignore-scripts --no-audit --no-fund fontkit@2.0.4 @fontsource/inter@5.3.0 @fontsource/lato@5.3.0 @fontsource/roboto@5.3.0 @fontsource/open-sans@5.3.0 @fontsource/montserrat@5.3.0 @fontsource/noto-sans@5.3.0 @fontsource/poppins@5.3.0 @fontsource/nunito@5.3.0 @fontsource/raleway@5.3.0 >/dev/null
cat > try.mjs <<'JS'
import { readFileSync, readdirSync } from 'node:fs'
import { create } from 'fontkit'
const amount = new Intl.NumberFormat('fr', { style: 'currency', currency: 'EUR' }).format(1234567.89)
const wanted = new Set([...amount, '₹', '₺'].filter((character) => character > '~'))
const got = {}
for (const family of readdirSync('node_modules/@fontsource')) {
  const has = new Set()
  for (const subset of ['latin', 'latin-ext']) {
    const font = create(readFileSync(`node_modules/@fontsource/${family}/files/${family}-${subset}-400-normal.woff`))
    for (const code of font.characterSet) has.add(String.fromCodePoint(code))
  }
  got[family] = [...wanted].filter((character) => !has.has(character)).map((character) => `U+${character.codePointAt(0).toString(16).toUpperCase()}`)
}
const guess = 'nothing is missing'
const other = Object.fromEntries(Object.keys(got).map((family) => [family, ['U+202F']]))
const expected = { ...other, lato: ['U+202F', 'U+20B9', 'U+20BA'], 'open-sans': ['U+202F', 'U+20B9', 'U+20BA'] }
const seen = JSON.stringify(got)
console.log('guess:', guess)
console.log('seen: ', seen)
process.exit(seen === JSON.stringify(expected) ? 0 : 1)
JS
node try.mjs
