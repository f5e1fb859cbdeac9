import type { WorkflowDefinition } from '@imperium/contract/workflow-definition.ts'
import { findStep } from './edit-graph.ts'

export type Direction = 'up' | 'down' | 'left' | 'right'

/** The step that an arrow key leads to: down and up along the edges, left and right among those beside it. */
export function stepTowards(definition: WorkflowDefinition, id: string | null, direction: Direction): string | null {
  const current = findStep(definition, id)
  if (!current) return firstStep(definition)
  const { x } = current.position
  const nearest = (ids: readonly string[]) =>
    ids.flatMap((each) => findStep(definition, each) ?? []).toSorted((a, b) => Math.abs(a.position.x - x) - Math.abs(b.position.x - x))[0]
      ?.id ?? null
  if (direction === 'down') return nearest(definition.edges.filter(({ from }) => from === id).map(({ to }) => to))
  if (direction === 'up') return nearest(definition.edges.filter(({ to }) => to === id).map(({ from }) => from))
  const beside = definition.steps.filter(
    ({ id: other, position }) =>
      other !== id && Math.abs(position.y - current.position.y) < 56 && (direction === 'left' ? position.x < x : position.x > x),
  )
  return nearest(beside.map((step) => step.id))
}

/** The highest one. */
const firstStep = (definition: WorkflowDefinition): string | null =>
  definition.steps.toSorted((a, b) => a.position.y - b.position.y || a.position.x - b.position.x)[0]?.id ?? null
