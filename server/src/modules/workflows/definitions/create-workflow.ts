import type { WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import { emptyDefinition, workflowLimits } from '@imperium/contract/workflows/workflow-definition.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { invalid, notFound } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import { triggerStep } from './trigger-of.ts'
import { findWorkflow, insertWorkflow } from './store.ts'

interface NewDraft {
  name: string
  description: string
  definition?: WorkflowDefinition | undefined
  fromTemplate?: string
}

/** Creates a draft; returns its id. @throws 422 for a definition that is too large. */
export async function createWorkflow({ tx, actor, caller, audit }: OrgContext, fields: NewDraft): Promise<string> {
  const id = newId()
  const draft = fields.definition ?? emptyDefinition
  requireSize(draft)
  const { name, description, fromTemplate } = fields
  await insertWorkflow(tx, {
    id,
    name,
    description,
    draft,
    createdBy: actor.name,
    createdByUser: caller.userId,
    ...(fromTemplate === undefined ? {} : { fromTemplate }),
  })
  audit({ targetId: id, targetName: name, after: { name, description, steps: draft.steps } })
  return id
}

/** @throws 422. */
export function requireSize(definition: WorkflowDefinition): void {
  if (Buffer.byteLength(JSON.stringify(definition)) > workflowLimits.definitionBytes)
    throw invalid([{ path: 'definition', ...message('Must be at most {max} KB', { max: workflowLimits.definitionBytes / 1024 }) }])
}

const nameMaxLength = 100
const copySuffix = ' (Copy)'

/** Copies a workflow without its history; the copy is a draft. Returns its id. @throws 404. */
export async function duplicateWorkflow(context: OrgContext, id: string): Promise<string> {
  const source = await findWorkflow(context.tx, id)
  if (!source) throw notFound()
  // Not inside a character: half of one cannot be stored.
  const name = source.name.slice(0, nameMaxLength - copySuffix.length).replace(/[\uD800-\uDBFF]$/, '') + copySuffix
  return createWorkflow(context, { name, description: source.description, definition: withOwnPath(source.draft) })
}

const pathMaxLength = 80
const pathSuffix = '-copy'

/** Two workflows cannot be published under one address. */
function withOwnPath(definition: WorkflowDefinition): WorkflowDefinition {
  const trigger = triggerStep(definition)
  const path = trigger?.config['path']
  if (trigger?.type !== 'trigger_webhook' || typeof path !== 'string' || path === '') return definition
  const own = { ...trigger, config: { ...trigger.config, path: path.slice(0, pathMaxLength - pathSuffix.length) + pathSuffix } }
  return { ...definition, steps: definition.steps.map((step) => (step === trigger ? own : step)) }
}
