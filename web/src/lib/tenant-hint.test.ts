import { expect, test } from 'vitest'
import { tenantHint } from './tenant-hint.ts'

test.each([
  ['the query parameter', '?tenant=acme', 'imperium.example', 'acme'],
  ['the query parameter before the host', '?tenant=acme', 'other.imperium.example', 'acme'],
  ['org on localhost', '?org=acme', 'localhost', 'acme'],
  ['no org elsewhere', '?org=acme', 'imperium.example', null],
  ['the first of three labels', '', 'acme.imperium.example', 'acme'],
  ['no general name', '', 'app.imperium.example', null],
  ['no host of two labels', '', 'imperium.example', null],
  ['no IP address', '', '192.168.1.7', null],
  ['nothing that is no slug', '?tenant=../x', 'imperium.example', null],
])('reads %s', (_name, search, hostname, expected) => {
  expect(tenantHint({ search, hostname })).toBe(expected)
})
