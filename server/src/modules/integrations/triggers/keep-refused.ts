import { refusedItemLimits } from '@imperium/contract/integrations/refused-items.ts'
import type { RefusedItem } from '@imperium/contract/integrations/refused-items.ts'
import { englishOf, readKey, storedKey } from '@imperium/contract/kit/message.ts'
import { workflowLimits } from '@imperium/contract/workflows/workflow-definition.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found } from '../../../platform/resources/checks.ts'
import type { JsonValue } from '../../../platform/llm/types.ts'
import { startWorkflow } from '../connection-users.ts'
import type { StartRefusal, TriggeredStart } from '../connection-users.ts'
import { ServiceError } from '../kit/service-error.ts'
import {
  changeRefused,
  deleteRefused,
  dropOldest,
  dueWorkflows,
  expireRefused,
  insertRefused,
  listRefused,
  lockDue,
  lockRefused,
  measureWaiting,
  postponeDue,
} from './refused-store.ts'
import type { RefusedRow } from './refused-store.ts'
import { findSubscription } from './subscriptions-store.ts'
import { shortenItem } from './shorten-item.ts'

const retryMs = 5 * 60_000
const mostBytes = 32 * 1024 * 1024
const atOnce = 200
const workflowsAtOnce = 100
/** Beside the item a run holds a little more. */
const mostData = Math.floor(workflowLimits.inputBytes * 0.9)

export interface Refused {
  start: TriggeredStart
  refusal: StartRefusal
}

/**
 * Keeps items that a workflow refused, with the reason. @throws ServiceError where too many wait for a limit already: then the trigger
 * stands still, and they stay at the service.
 */
export async function keepRefused({ clock }: Pick<Platform, 'clock'>, tx: OrgTx, workflowId: string, refused: readonly Refused[]) {
  const now = clock.now()
  // In the order of the items: ids of one millisecond are in none.
  const ids = refused.map(() => newId()).toSorted()
  const rows = refused.map(({ start: { item, startKey, startedBy }, refusal }, at) => {
    const { data, isShortened } = shortenItem(item.data, mostData)
    const text = JSON.stringify(data)
    return {
      id: ids[at] ?? newId(),
      workflow_id: workflowId,
      item_id: item.id,
      start_key: startKey,
      started_by: startedBy,
      data: text,
      bytes: Buffer.byteLength(text),
      is_shortened: isShortened,
      ...reasonColumns(refusal),
      retry_at: retryAt(refusal, now),
      refused_at: now,
    }
  })
  const waiting = rows.filter((row) => row.retry_at !== null)
  if (waiting.length > 0) {
    const kept = await measureWaiting(tx, workflowId)
    const bytes = waiting.reduce((sum, row) => sum + row.bytes, kept.bytes)
    if (kept.count + waiting.length > refusedItemLimits.waiting || bytes > mostBytes)
      throw new ServiceError('Too many items wait for this workflow already. The trigger goes on when they have started.', {
        isRetryable: true,
      })
  }
  await insertRefused(tx, rows)
  if (rows.length > waiting.length) await dropOldest(tx, workflowId)
}

const reasonColumns = ({ text }: StartRefusal) => ({ reason: englishOf(text).slice(0, 500), reason_key: storedKey(text) })
const retryAt = ({ mayPass }: StartRefusal, now: Date): Date | null => (mayPass ? new Date(now.getTime() + retryMs) : null)

const startOf = ({
  workflow_id: workflowId,
  start_key: startKey,
  item_id: id,
  data,
  started_by: startedBy,
}: RefusedRow): TriggeredStart => ({
  workflowId,
  startKey,
  item: { id, data: data as JsonValue },
  startedBy,
  isKept: true,
})

/** What waits for a limit is tried again: the oldest first, each workflow by itself. What is over is deleted, and counted. */
export async function retryRefused(platform: Platform): Promise<void> {
  const { db, clock, log } = platform
  const now = clock.now()
  await db.withSystem((tx) => expireRefused(tx, new Date(now.getTime() - refusedItemLimits.days * 86_400_000)))
  for (const { orgId, workflowId } of await db.withSystem((tx) => dueWorkflows(tx, now, workflowsAtOnce)))
    await db
      .withOrg(orgId, (tx) => retryDue(platform, tx, workflowId))
      .catch((error: unknown) => log.error({ err: error, orgId, workflowId }, 'refused items could not be tried again'))
}

async function retryDue(platform: Platform, tx: OrgTx, workflowId: string): Promise<void> {
  const now = platform.clock.now()
  for (const row of await lockDue(tx, workflowId, now, atOnce)) {
    const refusal = await startWorkflow(platform, tx, startOf(row))
    if (!refusal) await deleteRefused(tx, row)
    else {
      const change = { ...reasonColumns(refusal), retry_at: retryAt(refusal, now) }
      if (refusal.mayPass) return void (await postponeDue(tx, workflowId, now, change))
      await changeRefused(tx, row.id, change)
    }
  }
}

/** @throws 404 for a workflow that no trigger starts */
export async function showRefused(tx: OrgTx, workflowId: string): Promise<RefusedItem[]> {
  found(await findSubscription(tx, workflowId))
  return (await listRefused(tx, workflowId)).map((row) => ({
    id: row.id,
    itemId: row.item_id,
    reason: row.reason,
    reasonKey: readKey(row.reason, row.reason_key),
    isShortened: row.is_shortened,
    refusedAt: row.refused_at.toISOString(),
    retryAt: row.retry_at?.toISOString() ?? null,
  }))
}

interface Named {
  workflowId: string
  id: string
}

/** @throws 404; 409 with the reason where the workflow refuses it again */
export async function startRefused(platform: Platform, { tx, audit }: OrgContext, { workflowId, id }: Named): Promise<null> {
  const row = found(await lockRefused(tx, workflowId, id))
  const refusal = await startWorkflow(platform, tx, startOf(row))
  if (refusal) throw conflict(refusal.text)
  await deleteRefused(tx, row)
  audit({ targetId: workflowId, targetName: row.started_by, after: { item: row.item_id } })
  return null
}

/** @throws 404 */
export async function removeRefused({ tx, audit }: OrgContext, { workflowId, id }: Named): Promise<null> {
  const row = found(await lockRefused(tx, workflowId, id))
  await deleteRefused(tx, row)
  audit({ targetId: workflowId, targetName: row.started_by, before: { item: row.item_id } })
  return null
}
