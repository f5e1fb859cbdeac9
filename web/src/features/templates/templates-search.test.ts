import { expect, test } from 'vitest'
import { parseTemplatesSearch } from './templates-search.ts'

test('keeps only valid values that differ from the defaults', () => {
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
