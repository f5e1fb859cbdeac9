#!/bin/sh
# Guess: a JSONPath filter as RFC 9535 writes it, $[?@.price < 10], finds the same in every library, or is refused by one that only knows the
# older form with parentheses.
# What happens: json-p3 finds the row. jsonpath-plus gives an empty list and no error, so a condition "no cheap article" holds. Both find it with
# $[?(@.price < 10)]. Seen with json-p3 2.3.1, jsonpath-plus 11.3.0.
set -e
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --ignore-scripts --no-audit --no-fund json-p3@2.3.1 jsonpath-plus@11.3.0 >/dev/null
cat > try.mjs <<'JS'
import { jsonpath } from 'json-p3'
import { JSONPath } from 'jsonpath-plus'
const articles = [{ price: 5 }, { price: 15 }]
const got = ['$[?@.price < 10]', '$[?(@.price < 10)]'].map((path) => [
  jsonpath.query(path, articles).values().length,
  JSONPath({ path, json: articles }).length,
])
const guess = 'one row each time, or an error'
const expected = [[1, 0], [1, 1]]
const seen = JSON.stringify(got)
console.log('guess:', guess)
console.log('seen: ', seen)
process.exit(seen === JSON.stringify(expected) ? 0 : 1)
JS
node try.mjs
