import { expect, test } from 'vitest'
import { parseTemplatesSearch } from './templates-search.ts'

test('an address holds only what differs from the usual and makes sense', () => {
  expect(parseTemplatesSearch({ tab: 'agent', sort: 'popular', type: 'mine', q: '  ' })).toEqual({})
  expect(
    parseTemplatesSearch({ tab: 'workflow', sort: 'trending', type: 'official', tags: 'leads,sales', preview: 'official:one' }),
  ).toEqual({
    tab: 'workflow',
    sort: 'trending',
    type: 'official',
    tags: 'leads,sales',
    preview: 'official:one',
  })
})
