#!/bin/sh
# Guess: converters of HTML keep the numbers of a list that goes on after a break (<ol start="5">), because sections of terms and contracts are
# cited by them.
# What happens: html-to-text and turndown give 5 and 6, node-html-markdown begins at 1 again. Seen with html-to-text 10.0.1, turndown 7.2.5,
# node-html-markdown 2.0.0.
set -e
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --ignore-scripts --no-audit --no-fund html-to-text@10.0.1 turndown@7.2.5 node-html-markdown@2.0.0 >/dev/null
cat > try.mjs <<'JS'
import { convert } from 'html-to-text'
import { NodeHtmlMarkdown } from 'node-html-markdown'
import Turndown from 'turndown'
const html = '<p>Break.</p><ol start="5"><li>Liability</li><li>Law</li></ol>'
const numbers = (text) => text.match(/\d+(?=\.)/g)
const got = [convert(html), new Turndown().turndown(html), NodeHtmlMarkdown.translate(html)].map(numbers)
const guess = '5 and 6 three times'
const expected = [['5', '6'], ['5', '6'], ['1', '2']]
const seen = JSON.stringify(got)
console.log('guess:', guess)
console.log('seen: ', seen)
process.exit(seen === JSON.stringify(expected) ? 0 : 1)
JS
node try.mjs
