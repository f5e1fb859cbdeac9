import type { WorkflowFile } from '@imperium/contract/workflows/workflows.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import { createWorkflow } from './create-workflow.ts'
import { toIds } from './references.ts'

/** A file, or a template that was chosen. */
type Content = Pick<WorkflowFile, 'name' | 'description' | 'definition' | 'references'> & { fromTemplate?: string }

/** Creates a draft; returns its id. References are resolved by name here, or left to be chosen. @throws 422. */
export async function createWorkflowFrom(context: OrgContext, { definition, references, ...fields }: Content): Promise<string> {
  return createWorkflow(context, { ...fields, definition: await toIds(context.tx, definition, references) })
}
