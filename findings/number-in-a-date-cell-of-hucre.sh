#!/bin/sh
# Guess: a reader of XLSX that returns Dates for cells with a date format loses nothing: the number of the cell follows from the Date, so a
# phone number that somebody typed into a date column can be shown as a number.
# What happens: hucre returns null for it, with and without styles; the number is in no field of the cell. A duration of 36 hours ([h]:mm)
# becomes a day in January 1900, and only the format code, beside it in the styles, tells it from a real day.
# Seen with hucre 1.0.0, Node.js 24.21.
set -e
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --ignore-scripts hucre@1.0.0 >/dev/null
cat > try.mjs <<'JS'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
const cells = new Map([['0,0', { value: 919876543210, style: { numFmt: 'dd/mm/yyyy' } }], ['1,0', { value: 1.5, style: { numFmt: '[h]:mm' } }]])
const file = await writeXlsx({ sheets: [{ name: 's', rows: [[919876543210], [1.5]], cells }] })
const { sheets } = await readXlsx(file, { readStyles: true })
const [phone, duration] = ['0,0', '1,0'].map((at) => sheets[0].cells?.get(at))
console.log('guess: 919876543210 can be told from the cell; 36 hours are told from a day')
console.log('seen: ', JSON.stringify(phone), JSON.stringify(duration))
const isLost = !JSON.stringify(phone ?? null).includes('919876543210')
const isDay = duration?.value instanceof Date && duration.value.getUTCFullYear() === 1900
process.exit(isLost && isDay ? 0 : 1)
JS
node try.mjs
