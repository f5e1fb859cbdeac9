#!/bin/sh
# Guess: a PDF that Chromium prints of a Hindi page copies well, so any reader of PDFs reads its words: Chromium writes the original
# characters of each cluster as ActualText.
# What happens: pdf.js ignores ActualText and gives the vowel signs apart from their letters, with characters missing. PDFium reads the letters
# (with spaces of its own that it concludes from the room of vowel signs). Seen with unpdf 1.8.1 (pdf.js), @hyzyla/pdfium 2.1.13, Chromium 156.
# Needs Chromium at $CHROMIUM_PATH (/usr/bin/chromium).
set -e
chromium=${CHROMIUM_PATH:-/usr/bin/chromium}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --ignore-scripts unpdf@1.8.1 @hyzyla/pdfium@2.1.13 @expo-google-fonts/noto-sans-devanagari@0.4.1 >/dev/null
cat > page.html <<'HTML'
<!doctype html><meta charset="utf-8"><style>@font-face{font-family:d;src:url(node_modules/@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf)}body{font-family:d}</style><p>क्षमा करें, बिक्री</p>
HTML
"$chromium" --headless --no-sandbox --allow-file-access-from-files --no-pdf-header-footer --print-to-pdf=page.pdf "file://$dir/page.html" >/dev/null 2>&1
cat > try.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { extractText, getDocumentProxy } from 'unpdf'
import { PDFiumLibrary } from '@hyzyla/pdfium'
const bytes = new Uint8Array(readFileSync('page.pdf'))
const library = await PDFiumLibrary.init()
const document = await library.loadDocument(bytes.slice())
const second = document.getPage(0).getText()
document.destroy()
library.destroy()
const { text: [first] } = await extractText(await getDocumentProxy(bytes), { mergePages: false })
const words = (text) => text.replaceAll(/\s/g, '')
console.log('guess: both read बिक्री')
console.log('seen:  pdf.js', JSON.stringify(first), 'PDFium', JSON.stringify(second))
process.exit(!words(first).includes('बिक्री') && words(second).includes('बिक्री') ? 0 : 1)
JS
node try.mjs
