import fc from 'fast-check'
import { expect, test } from 'vitest'
import { channels } from '@imperium/contract/contacts/reach.ts'
import { createAddressHash } from '../../../platform/crypto/address-hash.ts'
import { newId } from '../../../platform/ids.ts'
import { openLink, readUnsubscribeToken, sealLink, unsubscribeToken } from './link-token.ts'

const platformOf = (fill: number) => ({ hashAddress: createAddressHash(Buffer.alloc(32, fill).toString('base64')) })
const platform = platformOf(7)
const ref = { orgId: newId(), contactId: newId(), channel: 'email', purpose: 'marketing', sendId: newId() } as const

test('a link says again what it was made of, and is the same text every time', () => {
  const ids = fc.uuid()
  const purposes = fc.option(fc.stringMatching(/^[a-z][a-z0-9_]{0,39}$/))
  fc.assert(
    fc.property(ids, ids, fc.constantFrom(...channels), purposes, fc.option(ids), (orgId, contactId, channel, purpose, sendId) => {
      const one = { kind: 'preferences', orgId, contactId, channel, purpose, sendId } as const
      const token = sealLink(platform, one)
      expect(token).toMatch(/^[\w-]{80,160}$/)
      expect(openLink(platform, token)).toEqual(one)
      expect(sealLink(platform, one)).toBe(token)
    }),
  )
})

test('it tells nothing: no id, purpose or part of one stands in it, and links of neighbours share nothing', () => {
  const token = unsubscribeToken(platform, ref)
  const bytes = Buffer.from(token, 'base64url')
  for (const id of [ref.orgId, ref.contactId, ref.sendId]) expect(bytes.toString('hex')).not.toContain(id.replaceAll('-', '').slice(0, 8))
  expect(bytes.toString('latin1')).not.toContain('marketing')
  const other = Buffer.from(unsubscribeToken(platform, { ...ref, contactId: newId() }), 'base64url')
  const same = bytes.filter((byte, index) => byte === other[index]).length
  expect(same).toBeLessThan(8)
})

test('any changed bit, another key and other texts open nothing', () => {
  const token = unsubscribeToken(platform, ref)
  const bytes = Buffer.from(token, 'base64url')
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes)
    changed[index] = (changed[index] ?? 0) ^ (1 << (index % 8))
    expect(openLink(platform, changed.toString('base64url'))).toBeNull()
  }
  expect(openLink(platformOf(8), token)).toBeNull()
  expect(openLink(platform, `${token}A`)).toBeNull()
  expect(openLink(platform, token.slice(0, -1))).toBeNull()
  expect(openLink(platform, 'x'.repeat(100))).toBeNull()
  expect(openLink(platform, '')).toBeNull()
})

test('a link of one kind is none of another', () => {
  expect(readUnsubscribeToken(platform, unsubscribeToken(platform, ref))).toMatchObject(ref)
  expect(readUnsubscribeToken(platform, sealLink(platform, { ...ref, kind: 'preferences' }))).toBeNull()
})
