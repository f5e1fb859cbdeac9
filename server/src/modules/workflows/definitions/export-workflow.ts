import type { FileResponse } from '@imperium/contract/kit/endpoint.ts'
import type { WorkflowFile } from '@imperium/contract/workflows/workflows.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { fileNameOf, sortedJson } from '../../../platform/text/sorted-json.ts'
import { toNames } from './references.ts'
import { findWorkflow } from './store.ts'
import { withoutSecrets } from './without-secrets.ts'

/** The draft with names in the place of ids, and without secrets. @throws 404. */
export async function contentOfWorkflow(tx: OrgTx, id: string): Promise<Omit<WorkflowFile, 'format' | 'formatVersion'>> {
  const workflow = await findWorkflow(tx, id)
  if (!workflow) throw notFound()
  const { name, description, draft } = workflow
  return { name, description, ...(await toNames(tx, withoutSecrets(draft))) }
}

/** The draft as a file: the same workflow is the same bytes. @throws 404. */
export async function exportWorkflow(tx: OrgTx, id: string): Promise<FileResponse> {
  const content = await contentOfWorkflow(tx, id)
  const file: WorkflowFile = { format: 'imperium/workflow', formatVersion: 1, ...content }
  return { content: sortedJson(file), fileName: `${fileNameOf(file.name)}.workflow.json` }
}
