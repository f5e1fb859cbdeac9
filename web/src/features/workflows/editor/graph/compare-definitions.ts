import type { Json, WorkflowDefinition, WorkflowStep } from '@imperium/contract/workflows/workflow-definition.ts'
import { isRecord, isSame } from './config-path.ts'

export interface FieldDifference {
  /** `config.subject`, `retry.attempts`, `ports.yes`. */
  path: string
  before: Json | undefined
  after: Json | undefined
}

export interface StepDifference {
  id: string
  name: string
  type: string
  kind: 'added' | 'removed' | 'changed'
  fields: readonly FieldDifference[]
}

export interface Difference {
  steps: readonly StepDifference[]
  settings: readonly FieldDifference[]
}

/** The changes of each step between two definitions. Positions on the canvas do not count. */
export function compareDefinitions(before: WorkflowDefinition, after: WorkflowDefinition): Difference {
  const old = new Map(before.steps.map((step) => [step.id, step]))
  const kept = new Set(after.steps.map(({ id }) => id))
  const steps = after.steps.flatMap((step): StepDifference[] => {
    const earlier = old.get(step.id)
    const { id, name, type } = step
    if (!earlier) return [{ id, name, type, kind: 'added', fields: [] }]
    const fields = compareFields(factsOf(before, earlier), factsOf(after, step))
    return fields.length > 0 ? [{ id, name, type, kind: 'changed', fields }] : []
  })
  const removed = before.steps
    .filter(({ id }) => !kept.has(id))
    .map(({ id, name, type }): StepDifference => ({ id, name, type, kind: 'removed', fields: [] }))
  return { steps: [...steps, ...removed], settings: compareFields(flatten(before.settings, ''), flatten(after.settings, '')) }
}

/** The configuration and the edges of a step, by path. */
function factsOf(definition: WorkflowDefinition, step: WorkflowStep): Map<string, Json> {
  const { name, type, onError, retry, note, config } = step
  const ways = definition.edges.filter(({ from }) => from === step.id)
  const ports = Object.fromEntries(
    ways.map(({ port, to }) => [port, definition.steps.find(({ id }) => id === to)?.name ?? to] satisfies [string, Json]),
  )
  return flatten({ name, type, onError, retry, note, config, ports }, '')
}

function flatten(value: Json, path: string): Map<string, Json> {
  if (!isRecord(value)) return new Map([[path, value]])
  return new Map(Object.entries(value).flatMap(([key, each]) => [...flatten(each, path === '' ? key : `${path}.${key}`)]))
}

function compareFields(before: ReadonlyMap<string, Json>, after: ReadonlyMap<string, Json>): FieldDifference[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])]
  return paths
    .map((path) => ({ path, before: before.get(path), after: after.get(path) }))
    .filter((each) => !isSame(each.before, each.after))
}
