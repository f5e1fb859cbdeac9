import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { tenantHint } from './tenant-hint.ts'

// The operator's CUSTOM_DOMAINS, as an earlier page left them.
beforeAll(() => {
  const kept: Record<string, string> = { 'customDomain:crm.acme.test': 'acme', 'customDomain:acme.test': 'acme' }
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept[key] ?? null })
})
afterAll(() => vi.unstubAllGlobals())

test.each([
  ['the query parameter', '?tenant=acme', 'imperium.example', 'acme'],
  ['the query parameter before the host', '?tenant=acme', 'other.imperium.example', 'acme'],
  ['org on localhost', '?org=acme', 'localhost', 'acme'],
  ['no org elsewhere', '?org=acme', 'imperium.example', null],
  ['the first of three labels', '', 'acme.imperium.example', 'acme'],
  ['no general name', '', 'app.imperium.example', null],
  ['no host of two labels', '', 'imperium.example', null],
  ['no IP address', '', '192.168.1.7', null],
  ['the custom domain before its first label', '', 'crm.acme.test', 'acme'],
  ['the custom domain of two labels', '', 'acme.test', 'acme'],
  ['the query parameter before the custom domain', '?tenant=other', 'acme.test', 'other'],
  ['nothing that is no slug', '?tenant=../x', 'imperium.example', null],
])('reads %s', (_name, search, hostname, expected) => {
  expect(tenantHint({ search, hostname })).toBe(expected)
})
