import { expect, test } from 'vitest'
import { filterOf, orderOf } from './api.ts'
import { parseContactsSearch } from './contacts-search.ts'

test('reads every parameter and drops invalid values', () => {
  const search = { q: 'ada', tag: 'vip', source: 'import', reach: 'email', sort: '-name', contact: 'c', tab: 'timeline', dialog: 'fields' }
  expect(parseContactsSearch(search)).toEqual(search)
  expect(parseContactsSearch({ create: true })).toEqual({ dialog: 'create' })
  expect(parseContactsSearch({ q: 42 })).toEqual({ q: '42' })
  expect(parseContactsSearch({ q: ' ', reach: 'smoke', tab: 'nothing', dialog: 'x', source: { a: 1 }, other: 1 })).toEqual({})
})

test('limits filter and order to values that the server knows', () => {
  expect(filterOf({ q: 'a', source: 'nowhere', importId: 'no id' })).toEqual({ q: 'a' })
  expect(filterOf({ source: 'import', tag: 'vip', reach: 'phone' })).toEqual({ source: 'import', tag: 'vip', reach: 'phone' })
  expect(orderOf({ sort: 'name' })).toEqual({ sort: 'name', direction: 'asc' })
  expect(orderOf({ sort: '-email' })).toEqual({ sort: 'email', direction: 'desc' })
  expect(orderOf({ sort: 'shoe size' })).toEqual({ sort: 'createdAt', direction: 'desc' })
})
