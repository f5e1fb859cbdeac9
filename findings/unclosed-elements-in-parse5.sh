#!/bin/sh
# Guess: parse5 reports parse errors, so a strict verdict on HTML needs nothing but its `onParseError`: <div><span></div> is reported at the
# end tag or at the end of the file.
# What happens: it reports errors of the tokenizer and a few of the document's frame. An element that is never closed, or an end tag in the
# wrong order, is repaired as in browsers without a word; the location of the missing end tag is the only trace. Seen with parse5 8.1.1.
set -e
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --ignore-scripts parse5@8.1.1 >/dev/null
cat > try.mjs <<'JS'
import { parseFragment } from 'parse5'
const codesOf = (html) => {
  const codes = []
  const tree = parseFragment(html, { sourceCodeLocationInfo: true, onParseError: ({ code }) => codes.push(code) })
  return { codes, tree }
}
const { codes, tree } = codesOf('<div><span></div>')
const span = tree.childNodes[0].childNodes[0]
const attribute = codesOf('<p id="a" id="b">x</p>').codes
console.log('guess: an unclosed <span> is reported')
console.log('seen: ', JSON.stringify(codes), 'end tag of <span>:', span.sourceCodeLocation.endTag ?? 'none', '; a doubled attribute:', JSON.stringify(attribute))
process.exit(codes.length === 0 && span.sourceCodeLocation.endTag === undefined && attribute.length === 1 ? 0 : 1)
JS
node try.mjs
