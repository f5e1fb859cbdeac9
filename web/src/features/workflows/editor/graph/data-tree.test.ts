import { expect, test } from 'vitest'
import { rowsOf, templateOf, treeOf } from './data-tree.ts'

const tree = treeOf([
  { path: 'trigger', label: 'New lead', sample: { body: { email: 'ada@example.com', 'first name': 'Ada', tags: ['vip'] } } },
  { path: 'steps.qualify', label: 'Qualify', sample: { score: 82 } },
])

test('data is a tree of paths that templates can name', () => {
  const rows = rowsOf(tree, new Set(['trigger', 'trigger.body', 'trigger.body.tags']))
  expect(rows.map(({ node, depth }) => `${depth} ${node.path} ${node.preview}`.trim())).toEqual([
    '0 trigger',
    '1 trigger.body',
    '2 trigger.body.email ada@example.com',
    '2 trigger.body["first name"] Ada',
    '2 trigger.body.tags',
    '3 trigger.body.tags[0] vip',
    '0 steps.qualify',
  ])
})

test('expands the parents of every search match', () => {
  expect(rowsOf(tree, new Set(), 'SCORE').map(({ node }) => node.path)).toEqual(['steps.qualify', 'steps.qualify.score'])
  expect(rowsOf(tree, new Set(), 'nothing')).toEqual([])
})

test('writes a template with the path of the data', () => {
  expect(templateOf('trigger.body.email')).toBe('{{ trigger.body.email }}')
})
