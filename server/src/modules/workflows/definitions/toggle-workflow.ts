import { notFound } from '../../../platform/errors.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { refusalAtRest } from '../../../platform/rest/refusal-at-rest.ts'
import { enableTrigger } from '../triggers/write-trigger.ts'
import { lockWorkflow, writeWorkflow } from './store.ts'
import type { WorkflowStatus } from './store.ts'

const toggled: Record<WorkflowStatus, WorkflowStatus> = { active: 'paused', paused: 'active', draft: 'draft' }

/** active -> paused, paused -> active; a draft stays a draft. Open runs continue. @throws 404; 403 for activating at rest. */
export async function toggleWorkflow(platform: Platform, { tx, org, audit }: OrgContext, id: string): Promise<void> {
  const workflow = await lockWorkflow(tx, id)
  if (!workflow) throw notFound()
  const status = toggled[workflow.status]
  const refusal = status === 'active' ? refusalAtRest(org) : null
  if (refusal) throw refusal
  audit({ targetName: workflow.name, before: { status: workflow.status }, after: { status } })
  if (status === workflow.status) return
  await writeWorkflow(tx, id, { status })
  await enableTrigger(platform, tx, id, status === 'active')
}
