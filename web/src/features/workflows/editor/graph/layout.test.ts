import { expect, test } from 'vitest'
import { WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import { lacksPositions, withPositions } from './layout.ts'

const step = (id: string, position?: { x: number; y: number }) => ({ id, type: 'set', name: id, ...(position ? { position } : {}) })
const definitionOf = (...steps: object[]) => WorkflowDefinition.parse({ steps, edges: [{ from: 'a', to: 'b' }] })

test('lays out steps without positions and keeps the others', async () => {
  const bare = definitionOf(step('a'), step('b'))
  expect(lacksPositions(bare)).toBe(true)
  const arranged = await withPositions(bare, new Map())
  expect(arranged.steps.map(({ position }) => position)).toEqual([
    { x: 0, y: 0 },
    { x: 0, y: 112 },
  ])
  expect(lacksPositions(arranged)).toBe(false)
  // A single step may be there.
  const placed = definitionOf(step('a'), step('b', { x: 400, y: 8 }))
  expect(await withPositions(placed, new Map())).toBe(placed)
})
