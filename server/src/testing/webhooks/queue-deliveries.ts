import type { CampaignServer } from '../campaigns/campaign-server.ts'

type Query = CampaignServer['query']

/** Writes deliveries of a webhook with numbered bodies, due now, as events would. */
export async function queueNumbered(
  query: Query,
  { orgId, webhookId }: { orgId: string; webhookId: string },
  count: number,
): Promise<void> {
  await query(
    `insert into app.webhook_deliveries (org_id, id, webhook_id, event_id, event, body, status, due_at)
     select $1, uuidv7(), $2, uuidv7(), 'agent.updated',
       json_build_object('event', 'agent.updated', 'data', json_build_object('number', n, 'name', 'Qualifier'))::text, 'pending', now()
     from generate_series(1, $3::int) n`,
    [orgId, webhookId, count],
  )
  await query(`update app.webhook_queues set due_at = now() where org_id = $1 and webhook_id = $2 and lease_owner is null`, [
    orgId,
    webhookId,
  ])
}
