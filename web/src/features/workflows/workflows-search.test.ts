import { expect, test } from 'vitest'
import { parseCredentialsSearch, parseWorkflowSearch, parseWorkflowsSearch } from './workflows-search.ts'

test('keeps only valid values that differ from the defaults', () => {
  expect(parseWorkflowsSearch({ tab: 'mine', status: 'gone', sort: 'id', create: 'false', period: 'year' })).toEqual({})
  expect(parseWorkflowsSearch({ tab: 'history', run: 'failed', trigger: 'webhook', period: 'week', q: 42 })).toEqual({
    tab: 'history',
    run: 'failed',
    trigger: 'webhook',
    period: 'week',
    q: '42',
  })
  expect(parseWorkflowsSearch({ create: 'true' })).toEqual({ create: true })
  expect(parseWorkflowSearch({ tab: 'overview', approval: ' ' })).toEqual({})
  expect(parseCredentialsSearch({ edit: 'one', other: 1 })).toEqual({ edit: 'one' })
})
