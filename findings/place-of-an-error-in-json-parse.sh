#!/bin/sh
# Guess: the message of every error of JSON.parse names the position, "... in JSON at position 12", so that a line and column follow from it.
# What happens: for a token that is no JSON at all (a single quote) the message quotes the text around it and names no position; for a missing
# comma it names one. Who needs a place has to scan the text.
# Seen with Node.js 24.
set -e
cat > /tmp/place-of-an-error.$$.mjs <<'JS'
const messageOf = (text) => {
  try {
    JSON.parse(text)
    return ''
  } catch (error) {
    return error.message
  }
}
const before = '[{"a": 1},\n'.repeat(1) + '{"b": 2},\n'.repeat(10)
const quote = messageOf(`${before}{"c": 'x'}]`)
const comma = messageOf(`${before}{"c": 1 "d": 2}]`)
const seen = JSON.stringify({ quote: /position \d+/.test(quote), comma: /position \d+/.test(comma) })
console.log('guess: {"quote":true,"comma":true}')
console.log('seen: ', seen)
console.log(quote)
process.exitCode = seen === '{"quote":false,"comma":true}' ? 0 : 1
JS
trap 'rm -f /tmp/place-of-an-error.$$.mjs' EXIT
node /tmp/place-of-an-error.$$.mjs
