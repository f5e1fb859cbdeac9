import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { WorkflowDefinition, WorkflowStep } from '@imperium/contract/workflows/workflow-definition.ts'
import type { workflows } from '@imperium/contract/workflows/workflows.ts'
import { notFound, stale } from '../../../platform/errors.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import { requireSize } from './create-workflow.ts'
import { lockWorkflow, summaryOf, writeWorkflow } from './store.ts'

type Change = z.output<typeof workflows.update.body>

/** Changes name, description or draft; the published version stays. @throws 404; 409 for a stale write; 422. */
export async function updateWorkflow({ tx, audit }: OrgContext, id: string, { revision, draft, ...texts }: Change): Promise<void> {
  const before = await lockWorkflow(tx, id)
  if (!before) throw notFound()
  if (revision !== before.revision) throw stale()
  if (draft) requireSize(draft)
  const { name = before.name, description = before.description } = texts
  await writeWorkflow(tx, id, {
    name,
    description,
    revision: before.revision + 1,
    ...(draft ? { draft } : {}),
    ...(draft && before.version === null ? summaryOf(draft) : {}),
  })
  const changed = changedParts(before.draft, draft ?? before.draft)
  audit({
    targetName: name,
    before: { name: before.name, description: before.description, ...changed.before },
    after: { name, description, ...changed.after },
  })
}

/** What differs between two drafts: the record is not to hold two whole graphs for every step that is moved. */
function changedParts(before: WorkflowDefinition, after: WorkflowDefinition) {
  const stepsOnlyIn = (one: WorkflowDefinition, other: WorkflowDefinition): WorkflowStep[] => {
    const others = new Map(other.steps.map((step) => [step.id, step]))
    return one.steps.filter((step) => !isDeepStrictEqual(step, others.get(step.id)))
  }
  const side = (one: WorkflowDefinition, other: WorkflowDefinition) => ({
    steps: stepsOnlyIn(one, other),
    ...(isDeepStrictEqual(one.edges, other.edges) ? {} : { edges: one.edges }),
    ...(isDeepStrictEqual(one.settings, other.settings) ? {} : { settings: one.settings }),
  })
  return { before: side(before, after), after: side(after, before) }
}
