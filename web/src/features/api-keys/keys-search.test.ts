import { expect, test } from 'vitest'
import { parseKeysSearch } from './keys-search.ts'

test('keeps valid parameters of the URL only', () => {
  expect(parseKeysSearch({ q: 'ci', status: 'active', create: true })).toEqual({ q: 'ci', status: 'active', create: true })
  expect(parseKeysSearch({ q: 7, status: 'dead', create: 'yes', extra: 1 })).toEqual({ q: '7' })
  expect(parseKeysSearch({ q: '  ', status: ['active'], create: 'true' })).toEqual({ create: true })
})
