#!/bin/sh
# Guess: the raw text that mammoth extracts from a DOCX file has the numbers of a numbered list and the text of a footnote, as its HTML has.
# What happens: both are missing from extractRawText, without a message; convertToHtml has an <ol> (which forgets that it starts at 3) and the
# footnote. Seen with mammoth 1.13.0, files made with docx 9.15.2.
set -e
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --ignore-scripts --no-audit --no-fund mammoth@1.13.0 docx@9.15.2 >/dev/null
cat > try.mjs <<'JS'
import { Document, FootnoteReferenceRun, LevelFormat, Packer, Paragraph, TextRun } from 'docx'
import mammoth from 'mammoth'
const item = (text) => new Paragraph({ text, numbering: { reference: 'clauses', level: 0 } })
const file = new Document({
  numbering: { config: [{ reference: 'clauses', levels: [{ level: 0, format: LevelFormat.DECIMAL, text: '%1.', start: 3 }] }] },
  footnotes: { 1: { children: [new Paragraph('Except on Sundays')] } },
  sections: [{ children: [item('Delivery'), item('Returns'), new Paragraph({ children: [new TextRun('Open daily'), new FootnoteReferenceRun(1)] })] }],
})
const buffer = await Packer.toBuffer(file)
const raw = await mammoth.extractRawText({ buffer })
const { value: html } = await mammoth.convertToHtml({ buffer })
const got = { raw: raw.value, messages: raw.messages.length, list: html.slice(0, html.indexOf('>') + 1), footnote: html.includes('Except on Sundays') }
const guess = '3. Delivery, 4. Returns, and "Except on Sundays" in both'
const expected = { raw: 'Delivery\n\nReturns\n\nOpen daily\n\n', messages: 0, list: '<ol>', footnote: true }
const seen = JSON.stringify(got)
console.log('guess:', guess)
console.log('seen: ', seen)
process.exit(seen === JSON.stringify(expected) ? 0 : 1)
JS
node try.mjs
