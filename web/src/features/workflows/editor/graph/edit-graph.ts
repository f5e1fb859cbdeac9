import type { WorkflowDefinition, WorkflowEdge, WorkflowStep } from '@imperium/contract/workflows/workflow-definition.ts'

/** A port of a step. */
export interface Place {
  from: string
  port: string
}
export type Position = WorkflowStep['position']

export const nodeSize = { width: 236, height: 60 } as const
/** From one row, or column, of steps to the next. */
export const pitch = { x: 340, y: 112 } as const

export const findStep = (definition: WorkflowDefinition, id: string | null): WorkflowStep | undefined =>
  definition.steps.find((step) => step.id === id)

const isAt = (edge: WorkflowEdge, { from, port }: Place): boolean => edge.from === from && edge.port === port

/** Every step that can be reached from one, itself included. */
export function reachableFrom(definition: WorkflowDefinition, id: string): Set<string> {
  const seen = new Set([id])
  // Iterating a Set also visits items that are added during the loop.
  for (const step of seen) for (const edge of definition.edges) if (edge.from === step) seen.add(edge.to)
  return seen
}

/** The steps before one, nearest first. */
export function stepsBefore(definition: WorkflowDefinition, id: string): WorkflowStep[] {
  const seen = new Set<string>()
  const queue = [id]
  for (const step of queue)
    for (const { from, to } of definition.edges)
      if (to === step && !seen.has(from) && from !== id) {
        seen.add(from)
        queue.push(from)
      }
  return [...seen].flatMap((each) => findStep(definition, each) ?? [])
}

/** Connects a port to a step and replaces its earlier target. */
export function connect(definition: WorkflowDefinition, place: Place, to: string): WorkflowDefinition {
  const edges = definition.edges.filter((edge) => !isAt(edge, place))
  return { ...definition, edges: [...edges, { ...place, to }] }
}

export const disconnect = (definition: WorkflowDefinition, place: Place): WorkflowDefinition => ({
  ...definition,
  edges: definition.edges.filter((edge) => !isAt(edge, place)),
})

/** A step may connect to any other that does not lead back to it, but not to a trigger. */
export function canConnect(definition: WorkflowDefinition, from: string, to: string, isTrigger: (type: string) => boolean): boolean {
  const target = findStep(definition, to)
  if (!target || from === to || isTrigger(target.type)) return false
  return !reachableFrom(definition, to).has(from)
}

/** Inserts a step behind a port; the earlier target moves behind the new step's port `goOn`. Without a place it is unconnected. */
export function insertStep(
  definition: WorkflowDefinition,
  step: WorkflowStep,
  place: Place | null,
  goOn: string | null,
): WorkflowDefinition {
  const grown = { ...definition, steps: [...definition.steps, step] }
  if (!place) return grown
  const after = definition.edges.find((edge) => isAt(edge, place))?.to
  const linked = connect(grown, place, step.id)
  return after && goOn ? connect(linked, { from: step.id, port: goOn }, after) : linked
}

/** Removes steps. If a removed step had a single outgoing edge, its predecessors connect to that target. */
export function removeSteps(definition: WorkflowDefinition, ids: readonly string[]): WorkflowDefinition {
  return ids.reduce(removeStep, definition)
}

function removeStep(definition: WorkflowDefinition, id: string): WorkflowDefinition {
  const onward = definition.edges.filter((edge) => edge.from === id)
  const target = onward.length === 1 && onward[0]?.to !== id ? onward[0]?.to : undefined
  const edges = definition.edges
    .filter((edge) => edge.from !== id)
    .flatMap((edge) => (edge.to !== id ? [edge] : target && target !== edge.from ? [{ ...edge, to: target }] : []))
  return { ...definition, steps: definition.steps.filter((step) => step.id !== id), edges }
}

export function changeStep(definition: WorkflowDefinition, id: string, change: Partial<Omit<WorkflowStep, 'id'>>): WorkflowDefinition {
  return { ...definition, steps: definition.steps.map((step) => (step.id === id ? { ...step, ...change } : step)) }
}

export function moveSteps(definition: WorkflowDefinition, positions: Readonly<Record<string, Position>>): WorkflowDefinition {
  const steps = definition.steps.map((step) => {
    const position = positions[step.id]
    return position ? { ...step, position: { x: Math.round(position.x), y: Math.round(position.y) } } : step
  })
  return { ...definition, steps }
}

const overlaps = (a: Position, b: Position): boolean =>
  Math.abs(a.x - b.x) < nodeSize.width + 24 && Math.abs(a.y - b.y) < nodeSize.height + 24

/** The nearest position to `wanted` where a new step overlaps no other. */
export function freePosition(definition: WorkflowDefinition, wanted: Position): Position {
  let position = wanted
  while (definition.steps.some((step) => overlaps(step.position, position))) position = { x: position.x + pitch.x, y: position.y }
  return position
}

/** Moves all later steps down, to make space for one before them. */
export function makeRoom(definition: WorkflowDefinition, before: string, top: number): WorkflowDefinition {
  const first = findStep(definition, before)
  const shift = first ? top + pitch.y - first.position.y : 0
  if (shift <= 0) return definition
  const behind = reachableFrom(definition, before)
  const moved = definition.steps.filter(({ id }) => behind.has(id))
  return moveSteps(definition, Object.fromEntries(moved.map(({ id, position: { x, y } }) => [id, { x, y: y + shift }])))
}
