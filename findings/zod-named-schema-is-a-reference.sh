#!/bin/sh
# Guess: z.toJSONSchema(z.object({ a }).meta({ id })) answers an object with `properties`, as it does without a name.
# What happens: a schema with an id in its metadata is answered as { $ref, $defs }: `properties` stands below $defs, and a reader of
# `properties` finds none. The same object made anew from its shape (z.object(schema.shape)) has them. Seen with zod 4.6.7.
set -e
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --ignore-scripts zod@4.6.7 >/dev/null
cat > try.mjs <<'JS'
import { z } from 'zod'
const Named = z.object({ a: z.string() }).meta({ id: 'Named' })
const named = z.toJSONSchema(Named)
const anew = z.toJSONSchema(z.object(Named.shape))
console.log('guess: both have properties')
console.log('named:', Object.keys(named).join(), '| made anew:', Object.keys(anew).join())
process.exit(named.properties === undefined && anew.properties !== undefined ? 0 : 1)
JS
node try.mjs
