import type { WorkflowFile } from '@imperium/contract/workflows.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { notFound } from '../../../platform/errors.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import { createWorkflow } from './create-workflow.ts'
import { toIds, toNames } from './references.ts'
import { findWorkflow } from './store.ts'

type Content = Pick<WorkflowFile, 'definition' | 'references'>

/** What a template keeps of a workflow's draft: names instead of ids. @throws 404. */
export async function contentOfWorkflow(tx: OrgTx, id: string): Promise<Content> {
  const workflow = await findWorkflow(tx, id)
  if (!workflow) throw notFound('Workflow not found.')
  return toNames(tx, workflow.draft)
}

/** Makes a draft of a template; its id. */
export async function createWorkflowFrom(
  context: OrgContext,
  { name, description, fromTemplate, definition, references }: Content & { name: string; description: string; fromTemplate: string },
): Promise<string> {
  return createWorkflow(context, { name, description, fromTemplate, definition: await toIds(context.tx, definition, references) })
}
