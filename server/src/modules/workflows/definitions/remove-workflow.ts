import { notFound } from '../../../platform/errors.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Engine } from '../engine/engine.ts'
import { removeTrigger } from '../triggers/write-trigger.ts'
import { lockWorkflow, writeWorkflow } from './store.ts'

/** Cancels open runs; the history stays for its retention. @throws 404. */
export async function removeWorkflow(engine: Engine, { tx, audit }: OrgContext, id: string): Promise<void> {
  const workflow = await lockWorkflow(tx, id)
  if (!workflow) throw notFound()
  await removeTrigger(tx, id)
  await writeWorkflow(tx, id, { deleted_at: new Date() })
  await engine.cancelAll(tx, id)
  const { name, description, status, version, draft } = workflow
  audit({ targetName: name, before: { name, description, status, version, steps: draft.steps } })
}
