import { expect, test } from 'vitest'
import { detailTabs, parseAgentsSearch } from './agents-search.ts'
import { filterOf, orderOf } from './api.ts'
import { withoutBlanks } from '../../lib/search-params.ts'

test('reads every parameter and drops invalid values', () => {
  const search = {
    q: 'lead',
    status: 'active',
    model: 'gpt-4',
    sort: '-name',
    view: 'grid',
    agent: 'a',
    tab: 'run',
    run: 'r',
    create: true,
  }
  expect(parseAgentsSearch(search)).toEqual({ ...search, status: 'ACTIVE' })
  expect(parseAgentsSearch({ q: ' ', view: 'list', tab: 'nothing', period: '1d', create: false, other: 1, status: { a: 1 } })).toEqual({})
})

test('a search for a number stays a text', () => {
  expect(parseAgentsSearch({ q: 42 })).toEqual({ q: '42' })
  expect(parseAgentsSearch({ q: 'x'.repeat(300) }).q).toHaveLength(200)
})

test('?create=true opens the dialog, typed or not', () => {
  expect(parseAgentsSearch({ create: 'true' })).toEqual({ create: true })
})

test('every tab can be linked to', () => {
  for (const tab of detailTabs) expect(parseAgentsSearch({ tab })).toEqual({ tab })
})

test('undefined removes a parameter', () => {
  expect(withoutBlanks({ q: 'a', agent: undefined })).toEqual({ q: 'a' })
})

test('an unknown status or sort is not sent to the server', () => {
  expect(filterOf({ status: 'NONSENSE', q: 'a' })).toEqual({ q: 'a' })
  expect(filterOf({ status: 'ACTIVE', model: 'gpt-4' })).toEqual({ status: 'ACTIVE', model: 'gpt-4' })
  expect(orderOf({})).toEqual({ sort: 'createdAt', direction: 'desc' })
  expect(orderOf({ sort: '-drop table' })).toEqual({ sort: 'createdAt', direction: 'desc' })
  expect(orderOf({ sort: 'name' })).toEqual({ sort: 'name', direction: 'asc' })
  expect(orderOf({ sort: '-usageCount' })).toEqual({ sort: 'usageCount', direction: 'desc' })
})
