import type { WorkflowDetail } from '@imperium/contract/workflows/workflows.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findTrigger } from '../triggers/triggers-store.ts'
import { findProblems } from './find-problems.ts'
import { showWorkflow } from './list-workflows-store.ts'
import { findWorkflow } from './store.ts'

/** A workflow with its draft and the problems that prevent publishing it. @throws 404. */
export async function presentWorkflow(platform: Platform, tx: OrgTx, slug: string, id: string): Promise<WorkflowDetail> {
  const [shown, row, trigger] = await Promise.all([showWorkflow(tx, id), findWorkflow(tx, id), findTrigger(tx, id)])
  if (!shown || !row) throw notFound()
  return {
    ...shown,
    draft: row.draft,
    revision: row.revision,
    problems: await findProblems(platform, tx, row.draft),
    webhookUrl: trigger?.path ? `${platform.config.publicUrl}/api/hooks/${slug}/${trigger.path}` : null,
    nextAt: trigger?.enabled ? (trigger.next_at?.toISOString() ?? null) : null,
  }
}
