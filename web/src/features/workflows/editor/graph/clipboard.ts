import { z } from 'zod'
import { WorkflowEdge, WorkflowStep } from '@imperium/contract/workflows/workflow-definition.ts'
import type { WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import { freeId, renameInTemplates } from './step-ids.ts'

const Copied = z.strictObject({
  format: z.literal('imperium/steps'),
  steps: z.array(WorkflowStep).min(1).max(200),
  edges: z.array(WorkflowEdge).max(400),
})
export type Copied = z.infer<typeof Copied>

/** Steps and what leads from one of them to another, as text for the clipboard. */
export function copySteps(definition: WorkflowDefinition, ids: ReadonlySet<string>): string {
  const steps = definition.steps.filter(({ id }) => ids.has(id))
  const edges = definition.edges.filter(({ from, to }) => ids.has(from) && ids.has(to))
  return JSON.stringify({ format: 'imperium/steps', steps, edges } satisfies Copied, null, 2)
}

/** What `copySteps` wrote, here or in another workflow; null for any other text. */
export function readCopied(text: string): Copied | null {
  if (!text.includes('imperium/steps')) return null
  try {
    return Copied.parse(JSON.parse(text))
  } catch {
    return null
  }
}

const offset = 40

/** Adds copies with new ids. Skips a trigger if the workflow already has one. Returns the graph and the new ids. */
export function pasteSteps(
  definition: WorkflowDefinition,
  copied: Copied,
  isTrigger: (type: string) => boolean,
): { definition: WorkflowDefinition; ids: string[] } {
  const hasTrigger = definition.steps.some(({ type }) => isTrigger(type))
  const wanted = copied.steps.filter(({ type }) => !(hasTrigger && isTrigger(type)))
  const taken = new Set(definition.steps.map(({ id }) => id))
  const ids = new Map<string, string>()
  for (const { id } of wanted) {
    const fresh = freeId(id.replace(/_\d+$/, ''), taken)
    taken.add(fresh)
    ids.set(id, fresh)
  }
  const steps = wanted.map((step) => ({
    ...step,
    id: ids.get(step.id) ?? step.id,
    config: renameInTemplates(step.config, ids),
    position: { x: step.position.x + offset, y: step.position.y + offset },
  }))
  const edges = copied.edges.flatMap((edge) => {
    const [from, to] = [ids.get(edge.from), ids.get(edge.to)]
    return from && to ? [{ ...edge, from, to }] : []
  })
  return {
    definition: { ...definition, steps: [...definition.steps, ...steps], edges: [...definition.edges, ...edges] },
    ids: [...ids.values()],
  }
}
