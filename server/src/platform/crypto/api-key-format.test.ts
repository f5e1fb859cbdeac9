import { expect, test } from 'vitest'
import { isApiKey, isWellFormedApiKey, newApiKey } from './api-key-format.ts'

test('a key has the prefix of its kind, 256 random bits and a checksum, and no character that a shell or an address changes', () => {
  expect(newApiKey('organization')).toMatch(/^imp_org_[0-9A-Za-z]{49}$/)
  expect(newApiKey('agent')).toMatch(/^imp_agent_[0-9A-Za-z]{49}$/)
  const keys = Array.from({ length: 200 }, () => newApiKey('organization'))
  expect(new Set(keys).size).toBe(200)
  expect(keys.every(isWellFormedApiKey)).toBe(true)
})

test('every single changed character is noticed, and so is a key cut short, lengthened or of the other kind', () => {
  const key = newApiKey('organization')
  for (let at = 0; at < key.length; at++) {
    const other = key[at] === 'a' ? 'b' : 'a'
    expect([at, isWellFormedApiKey(key.slice(0, at) + other + key.slice(at + 1))]).toEqual([at, false])
  }
  for (const wrong of [key.slice(0, -1), `${key}0`, ` ${key}`, `${key}\n`, key.toLowerCase(), key.replace('org', 'agent'), 'imp_org_', ''])
    expect([wrong, isWellFormedApiKey(wrong)]).toEqual([wrong, false])
})

test('recognises a key by its prefix, well-formed or not', () => {
  expect(['imp_org_x', 'imp_agent_', 'imp_user_x', 'Imp_org_x', ''].map(isApiKey)).toEqual([true, true, false, false, false])
})
