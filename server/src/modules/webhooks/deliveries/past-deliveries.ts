import { sql } from 'kysely'
import { events } from '@imperium/contract/registry.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { idAt, newId } from '../../../platform/ids.ts'
import { makeBody } from './payload.ts'

export interface PastDelivery {
  event: string
  at: Date
  latencyMs: number
  /** What the receiver answered; null: nothing in time. */
  statusCode: number | null
}

/** Writes finished deliveries of the past with the events' samples, so that lists and figures show them. Nothing is sent. */
export async function recordPastDeliveries(
  tx: OrgTx,
  webhook: { id: string; url: string },
  deliveries: readonly PastDelivery[],
): Promise<void> {
  const rows = deliveries.map((delivery) => ({ ...delivery, id: idAt(delivery.at), error: errorOf(delivery.statusCode) }))
  await tx
    .insertInto('webhook_deliveries')
    .values(
      rows.map(({ id, event, at, latencyMs, statusCode, error }) => {
        const eventId = newId()
        const payload = events.find(({ type }) => type === event)?.sample ?? {}
        return {
          org_id: tx.orgId,
          id,
          webhook_id: webhook.id,
          event_id: eventId,
          event,
          body: JSON.stringify(makeBody({ id: eventId, event, at, orgId: tx.orgId, payload })),
          status: error === null ? 'success' : 'failed',
          attempts: 1,
          status_code: statusCode,
          latency_ms: latencyMs,
          error,
          created_at: at,
        }
      }),
    )
    .execute()
  await tx
    .insertInto('webhook_attempts')
    .values(
      rows.map(({ id, at, latencyMs, statusCode, error }) => ({
        org_id: tx.orgId,
        delivery_id: id,
        attempt: 1,
        at,
        url: webhook.url,
        status_code: statusCode,
        latency_ms: latencyMs,
        error,
        request_headers: '{}',
      })),
    )
    .execute()
  const failed = rows.filter(({ error }) => error !== null).length
  await tx
    .updateTable('webhook_queues')
    .set({
      successful: sql`successful + ${rows.length - failed}`,
      failed: sql`failed + ${failed}`,
      last_triggered_at: rows.at(-1)?.at ?? null,
    })
    .where('webhook_id', '=', webhook.id)
    .execute()
}

function errorOf(statusCode: number | null): string | null {
  if (statusCode === null) return 'The receiver did not respond in time.'
  return statusCode < 300 ? null : `The receiver responded with status ${statusCode}.`
}
