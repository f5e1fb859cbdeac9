#!/bin/sh
# Guess: the plain text that @react-email/render writes beside an HTML email keeps headings as they are written and the cells of a table row on one
# line.
# What happens: <h1>Order for Mrs. McAdam</h1> is ORDER FOR MRS. MCADAM, and each cell of the order's table stands on a line of its own.
# Seen with @react-email/render 2.3.1, react 19.2.0.
set -e
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --ignore-scripts --no-audit --no-fund @react-email/render@2.3.1 react@19.2.0 react-dom@19.2.0 >/dev/null
cat > try.mjs <<'JS'
import { render } from '@react-email/render'
import { createElement as element } from 'react'
const row = (...cells) => element('tr', null, ...cells.map((cell) => element('td', null, cell)))
const email = element('body', null, element('h1', null, 'Order for Mrs. McAdam'), element('table', null, element('tbody', null, row('Chair', '2'), row('Desk', '1'))))
const got = (await render(email, { plainText: true })).split('\n').filter(Boolean)
const guess = '"Order for Mrs. McAdam", "Chair 2", "Desk 1"'
const expected = ['ORDER FOR MRS. MCADAM', 'Chair', '2', 'Desk', '1']
const seen = JSON.stringify(got)
console.log('guess:', guess)
console.log('seen: ', seen)
process.exit(seen === JSON.stringify(expected) ? 0 : 1)
JS
node try.mjs
