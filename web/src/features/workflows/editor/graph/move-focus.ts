import type { WorkflowDefinition, WorkflowStep } from '@imperium/contract/workflows/workflow-definition.ts'
import { findStep } from './edit-graph.ts'

export type Direction = 'up' | 'down' | 'left' | 'right'

/** The target of an arrow key: up and down follow edges, or else positions; left and right move among neighbours. */
export function stepTowards(definition: WorkflowDefinition, id: string | null, direction: Direction): string | null {
  const current = findStep(definition, id)
  if (!current) return firstStep(definition)
  const { x, y } = current.position
  const nearest = (ids: readonly string[]) =>
    ids.flatMap((each) => findStep(definition, each) ?? []).toSorted((a, b) => Math.abs(a.position.x - x) - Math.abs(b.position.x - x))[0]
      ?.id ?? null
  if (direction === 'down') return nearest(definition.edges.filter(({ from }) => from === id).map(({ to }) => to)) ?? nearestRow(1)
  if (direction === 'up') return nearest(definition.edges.filter(({ to }) => to === id).map(({ from }) => from)) ?? nearestRow(-1)
  /** Unconnected steps are reached by their position. */
  function nearestRow(sign: 1 | -1): string | null {
    const distance = (step: WorkflowStep) => (step.position.y - y) * sign
    const there = definition.steps.filter((step) => step.id !== id && distance(step) > 0)
    return there.toSorted((a, b) => distance(a) - distance(b) || Math.abs(a.position.x - x) - Math.abs(b.position.x - x))[0]?.id ?? null
  }
  const beside = definition.steps.filter(
    ({ id: other, position }) =>
      other !== id && Math.abs(position.y - current.position.y) < 56 && (direction === 'left' ? position.x < x : position.x > x),
  )
  return nearest(beside.map((step) => step.id))
}

/** The highest one. */
const firstStep = (definition: WorkflowDefinition): string | null =>
  definition.steps.toSorted((a, b) => a.position.y - b.position.y || a.position.x - b.position.x)[0]?.id ?? null
