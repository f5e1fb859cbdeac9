#!/bin/sh
# Guess: mailparser splits the References of an email into its message ids, also where two stand without a space between them, which RFC 5322 allows
# (the space of a msg-id is optional).
# What happens: they come as one id, "<b@x.example><c@x.example>", which matches no email; In-Reply-To is not split at all.
# Seen with mailparser 3.14.2.
set -e
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --ignore-scripts --no-audit --no-fund mailparser@3.14.2 >/dev/null
cat > try.mjs <<'JS'
import { simpleParser } from 'mailparser'
const email = await simpleParser('From: a@x.example\r\nReferences: <a@x.example>\r\n <b@x.example><c@x.example>\r\nIn-Reply-To: <a@x.example> <b@x.example>\r\n\r\nHello\r\n')
const got = { references: email.references, inReplyTo: email.inReplyTo }
const guess = 'three ids'
const expected = { references: ['<a@x.example>', '<b@x.example><c@x.example>'], inReplyTo: '<a@x.example> <b@x.example>' }
const seen = JSON.stringify(got)
console.log('guess:', guess)
console.log('seen: ', seen)
process.exit(seen === JSON.stringify(expected) ? 0 : 1)
JS
node try.mjs
