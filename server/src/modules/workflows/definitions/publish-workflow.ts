import { asValue, message, textOf } from '@imperium/contract/kit/message.ts'
import type { GraphProblem, WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import { holds } from '../../../platform/auth/rights.ts'
import { conflict, invalid, notFound, stale } from '../../../platform/errors.ts'
import type { FieldError } from '../../../platform/errors.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { stepTypes } from '../steps/index.ts'
import { publishTrigger } from '../triggers/write-trigger.ts'
import { findProblems } from './find-problems.ts'
import { lockWorkflow, summaryOf, writeWorkflow } from './store.ts'
import type { WorkflowRow } from './store.ts'
import { findVersion, insertVersion } from './versions-store.ts'

/**
 * Makes the draft the next, immutable version and enables its trigger. @throws 404; 409 for a stale draft or an address that is taken;
 * 422 naming the steps. The first publishing of a webhook makes its secret.
 */
export async function publishWorkflow(
  platform: Platform,
  context: OrgContext,
  id: string,
  { note, revision }: { note: string; revision: number },
): Promise<{ newSecret: string | null }> {
  const workflow = await lockWorkflow(context.tx, id)
  if (!workflow) throw notFound()
  if (revision !== workflow.revision) throw stale()
  return publish(platform, context, workflow, { definition: workflow.draft, note })
}

/**
 * Publishes an earlier version again, as a new one; it also becomes the draft. @throws 404; 409; 422 when something it references is gone.
 */
export async function rollBackWorkflow(platform: Platform, context: OrgContext, id: string, version: number): Promise<void> {
  const workflow = await lockWorkflow(context.tx, id)
  const earlier = workflow && (await findVersion(context.tx, id, version))
  if (!earlier) throw notFound()
  if (version === workflow.version) throw conflict('This version is the published one.')
  await publish(platform, context, workflow, { definition: earlier.definition, note: `Version ${version} again` })
}

async function publish(
  platform: Platform,
  { tx, actor, caller, org, may, audit }: OrgContext,
  workflow: WorkflowRow,
  { definition, note }: { definition: WorkflowDefinition; note: string },
): Promise<{ newSecret: string | null }> {
  const problems = [
    ...(await findProblems(platform, tx, definition)),
    ...(holds(org, 'consents:manage') ? [] : withoutConsent(definition)),
    ...withoutRight(definition, may),
  ]
  if (problems.length) throw invalid(problems.map((problem) => toFieldError(problem, definition)))
  const by = { publishedBy: actor.name, publishedByUser: caller.userId }
  const version = await insertVersion(tx, { workflowId: workflow.id, definition, note, ...by })
  const isNewDraft = definition !== workflow.draft
  await writeWorkflow(tx, workflow.id, {
    status: 'active',
    version,
    ...summaryOf(definition),
    ...(isNewDraft
      ? {
          draft: definition,
          revision: workflow.revision + 1,
        }
      : {}),
  })
  const made = await publishTrigger(platform, tx, { workflowId: workflow.id, version, definition })
  const was = { status: workflow.status, version: workflow.version }
  audit({ targetName: workflow.name, before: was, after: { status: 'active', version, note, definition } })
  return made
}

/** Steps that write to contacts without checking consent. A workflow decides what is sent to which contacts, possibly thousands. */
const withoutConsent = ({ steps }: WorkflowDefinition): GraphProblem[] =>
  steps
    .filter(({ type, config }) => ['email', 'sms', 'whatsapp'].includes(type) && config['purpose'] === '')
    .map(({ id }) => ({ stepId: id, path: 'config.purpose', message: 'Only an administrator may publish messages that need no consent' }))

/** Steps that do what the publisher, or the key that they use, may not do. */
const withoutRight = ({ steps }: WorkflowDefinition, may: OrgContext['may']): GraphProblem[] =>
  steps.flatMap(({ id, type }) => {
    const permission = stepTypes.get(type)?.permission
    return permission === undefined || may(permission)
      ? []
      : [{ stepId: id, path: '', message: 'You may not do what this step does, so you may not publish it' }]
  })

function toFieldError({ stepId, path, ...problem }: GraphProblem, { steps }: WorkflowDefinition): FieldError {
  if (stepId === null) return { path: path || 'definition', ...problem }
  const name = steps.find((step) => step.id === stepId)?.name ?? stepId
  return {
    path: ['steps', stepId, ...(path ? [path] : [])].join('.'),
    ...message('{step}: {problem}', { step: name, problem: asValue(textOf(problem)) }),
  }
}
