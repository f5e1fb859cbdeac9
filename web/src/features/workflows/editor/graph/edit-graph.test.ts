import { expect, test } from 'vitest'
import { WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import { canConnect, connect, disconnect, freePosition, insertStep, makeRoom, moveSteps, removeSteps, stepsBefore } from './edit-graph.ts'

const step = (id: string, x = 0, y = 0, type = 'set') => ({ id, type, name: id, position: { x, y } })
const graph = (steps: ReturnType<typeof step>[], edges: [string, string, string][]) =>
  WorkflowDefinition.parse({ steps, edges: edges.map(([from, port, to]) => ({ from, port, to })) })
const line = graph(
  [step('start', 0, 0, 'trigger_manual'), step('a', 0, 112), step('b', 0, 224)],
  [
    ['start', 'next', 'a'],
    ['a', 'next', 'b'],
  ],
)
const fresh = WorkflowDefinition.parse({ steps: [step('new', 0, 112)] }).steps[0]
const isTrigger = (type: string) => type.startsWith('trigger')
const ways = ({ edges }: WorkflowDefinition) => edges.map(({ from, port, to }) => `${from}.${port}>${to}`).toSorted()

test('inserts a step on an edge between its two ends', () => {
  if (!fresh) throw new Error('no step')
  const grown = insertStep(line, fresh, { from: 'start', port: 'next' }, 'next')
  expect(ways(grown)).toEqual(['a.next>b', 'new.next>a', 'start.next>new'])
})

test('cuts the rest off behind a step without ports and leaves a step without a place unconnected', () => {
  if (!fresh) throw new Error('no step')
  expect(ways(insertStep(line, fresh, { from: 'start', port: 'next' }, null))).toEqual(['a.next>b', 'start.next>new'])
  expect(ways(insertStep(line, fresh, null, 'next'))).toEqual(ways(line))
})

test('connects the steps before and after a removed step', () => {
  expect(ways(removeSteps(line, ['a']))).toEqual(['start.next>b'])
  expect(ways(removeSteps(line, ['a', 'b']))).toEqual([])
  expect(ways(removeSteps(connect(line, { from: 'a', port: 'error' }, 'b'), ['a']))).toEqual([])
})

test('keeps one target per port', () => {
  const changed = connect(line, { from: 'start', port: 'next' }, 'b')
  expect(ways(changed)).toEqual(['a.next>b', 'start.next>b'])
  expect(ways(disconnect(changed, { from: 'start', port: 'next' }))).toEqual(['a.next>b'])
})

test('refuses edges to the same step, to a trigger and to an earlier step', () => {
  expect(canConnect(line, 'start', 'b', isTrigger)).toBe(true)
  expect(canConnect(line, 'a', 'a', isTrigger)).toBe(false)
  expect(canConnect(line, 'b', 'start', isTrigger)).toBe(false)
  expect(canConnect(line, 'b', 'a', isTrigger)).toBe(false)
  expect(canConnect(line, 'a', 'gone', isTrigger)).toBe(false)
})

test('the steps before one, the nearest first', () => {
  expect(stepsBefore(line, 'b').map(({ id }) => id)).toEqual(['a', 'start'])
  expect(stepsBefore(line, 'start')).toEqual([])
})

test('places a new step without overlap and moves later steps down', () => {
  expect(freePosition(line, { x: 0, y: 112 })).toEqual({ x: 340, y: 112 })
  expect(makeRoom(line, 'a', 112).steps.map(({ position }) => position.y)).toEqual([0, 224, 336])
  expect(makeRoom(line, 'a', -200)).toBe(line)
  expect(moveSteps(line, { a: { x: 1.4, y: 2.6 } }).steps[1]?.position).toEqual({ x: 1, y: 3 })
})
