import type { Json, WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import { isRecord } from './config-path.ts'
import type { DataSource } from './data-tree.ts'
import { findStep, stepsBefore } from './edit-graph.ts'
import type { StepTypes } from './ports.ts'

export interface KnownData {
  trigger: Json
  steps: Readonly<Record<string, Json>>
}

export interface SourceTexts {
  vars: string
  loop: string
  run: string
  workflow: string
  organization: string
  now: string
}

/** What templates of a step can name: the trigger's data, what earlier steps put out, values that were set, and what every run knows. */
export function dataSources(
  ...[definition, stepId, types, known, texts]: [WorkflowDefinition, string, StepTypes, KnownData, SourceTexts]
): DataSource[] {
  const before = stepsBefore(definition, stepId)
  const steps = before.map(({ id, type, name }): DataSource => {
    const isTrigger = types.get(type)?.isTrigger
    const seen = isTrigger ? known.trigger : known.steps[id]
    const sample = (hasContent(seen) ? seen : types.get(type)?.sample) ?? null
    return { path: isTrigger ? 'trigger' : `steps.${id}`, label: name, sample }
  })
  const vars = Object.assign({}, ...before.map(({ config }) => valuesOf(config['values']))) as Record<string, Json>
  const inLoop = before.some(({ id, type }) => type === 'loop' && isInBody(definition, id, stepId))
  return [
    ...steps,
    ...(Object.keys(vars).length > 0 ? [{ path: 'vars', label: texts.vars, sample: vars }] : []),
    ...(inLoop ? [{ path: 'loop', label: texts.loop, sample: { item: null, index: 0 } }] : []),
    { path: 'run', label: texts.run, sample: { id: '', startedAt: '' } },
    { path: 'workflow', label: texts.workflow, sample: { name: '' } },
    { path: 'organization', label: texts.organization, sample: { name: '' } },
    { path: 'now', label: texts.now, sample: '' },
  ]
}

/** True if data is not empty: a manually started run may have none. */
export const hasContent = (value: Json | undefined): boolean =>
  value !== undefined && value !== null && !(isRecord(value) && Object.keys(value).length === 0)

/** Names and templates of a step that sets values. */
function valuesOf(values: Json | undefined): Record<string, Json> {
  if (!Array.isArray(values)) return {}
  const rows = values.flatMap((row) => (isRecord(row) && typeof row['name'] === 'string' && row['name'] !== '' ? [row] : []))
  return Object.fromEntries(rows.map(({ name, value }) => [String(name), value ?? '']))
}

/** True if a step is reachable from the loop's port `each`. */
function isInBody(definition: WorkflowDefinition, loop: string, stepId: string): boolean {
  const first = definition.edges.find(({ from, port }) => from === loop && port === 'each')?.to
  return (
    first !== undefined && (first === stepId || stepsBefore(definition, stepId).some(({ id }) => id === first && findStep(definition, id)))
  )
}
