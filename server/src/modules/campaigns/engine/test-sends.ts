import type { CampaignDefinition } from '@imperium/contract/campaigns/campaigns.ts'
import { CampaignDefinition as Definition } from '@imperium/contract/campaigns/campaigns.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import type { DeliveryOutcome, OutgoingMessage } from '../../../platform/delivery/transport.ts'
import { newId } from '../../../platform/ids.ts'
import type { JobDefinition } from '../../../platform/jobs/jobs.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import { loadRecipients } from '../../contacts/index.ts'
import { audiencePage } from '../../segments/index.ts'
import type { Engine } from './engine.ts'
import { buildJob, chunkJob } from './jobs.ts'
import type { BuildData, ChunkData } from './jobs.ts'
import type { EngineParts, OutletAccount } from './parts.ts'
import { startSend } from './start-send.ts'

/** Works off the sends of each organization by the engine that a test sets for it. */
export async function startEngines(
  { platform }: Pick<TestApp, 'platform'>,
  others: readonly JobDefinition[] = [],
): Promise<Map<string, Engine>> {
  const engines = new Map<string, Engine>()
  await platform.jobs.work([
    { name: buildJob, lane: 'bulk', run: async (data, { signal }) => engines.get(data.orgId)?.build(data as BuildData, signal) },
    { name: chunkJob, lane: 'bulk', run: async (data, { signal }) => engines.get(data.orgId)?.sendChunk(data as ChunkData, signal) },
    ...others,
  ])
  return engines
}

/** Makes postponed recipients due now, so that tests do not wait. */
export const makeDue = ({ owner }: Pick<TestApp, 'owner'>, sendId: string) =>
  owner.query(
    `with r as (update app.campaign_recipients set next_at = null where send_id = $1 and status = 'queued'),
       j as (update pgboss.job_common set start_after = now() where name = $2 and state < 'active')
     update app.campaign_chunks set next_at = null where send_id = $1`,
    [sendId, chunkJob],
  )

/** A fake outlet: records what was sent to which recipient, and answers as the test decides. */
export function createFakeOutlet(response: (message: OutgoingMessage, copy: number) => Promise<DeliveryOutcome> | DeliveryOutcome) {
  const got = new Map<string, number>()
  let most = 0
  let flying = 0
  return {
    got,
    /** The most messages that were in flight at one moment. */
    most: () => most,
    send: async (message: OutgoingMessage): Promise<DeliveryOutcome> => {
      flying += 1
      most = Math.max(most, flying)
      const copy = (got.get(message.to) ?? 0) + 1
      got.set(message.to, copy)
      try {
        return await response(message, copy)
      } finally {
        flying -= 1
      }
    },
  }
}

export const accepted: DeliveryOutcome = { kind: 'accepted', providerId: null, response: '250 Ok', delivered: true }

/** The parts that the engine needs, with every contact reachable and the test's own outlet. */
export function createFakeParts(
  send: (message: OutgoingMessage) => Promise<DeliveryOutcome>,
  over: Partial<EngineParts> & { account?: Partial<OutletAccount> } = {},
): EngineParts {
  const { account, ...parts } = over
  return {
    audiencePage: (tx, audience, after, limit) => audiencePage(tx, audience, after, limit),
    loadRecipients,
    withSegments: async (_tx, _facts, contacts) => contacts,
    checkWindows: async () => () => false,
    checkReach: async (_tx, _facts, contacts) => new Map(contacts.map((each) => [each.id, { verdict: 'ok' }])),
    heldByCap: async () => new Set(),
    openOutlet: async (_tx, facts) => ({
      isCapped: false,
      account: {
        id: '00000000-0000-7000-8000-000000000001',
        ratePerSecond: null,
        domainRatePerSecond: null,
        unknownPolicy: 'repeat',
        acceptanceDelivers: true,
        openUntil: null,
        failures: 0,
        isShared: false,
        ...account,
      },
      compose: ({ contact, variant }) => ({
        message: {
          identity: `${facts.orgId}/${facts.sendId}/${contact.id}`,
          to: contact.email ?? '',
          content: { channel: 'sms', text: `variant ${variant}` },
        },
      }),
      send,
    }),
    reportHealth: async () => null,
    noteBounces: async () => undefined,
    noteOptOuts: async () => undefined,
    beginDrafting: async () => undefined,
    ...parts,
  }
}

export interface Arrangement {
  contacts: number
  definition?: object
  channel?: Channel
  domains?: readonly string[]
}

/** So many contacts, and a campaign for all of them. */
export async function arrangeCampaign(
  t: Pick<TestApp, 'owner' | 'platform'>,
  orgId: string,
  { contacts, definition = {}, channel = 'email', domains = ['example.com'] }: Arrangement,
): Promise<string> {
  const campaignId = newId()
  const full: CampaignDefinition = Definition.parse({ audience: { kind: 'all' }, content: { subject: 'Hello', text: 'Hi' }, ...definition })
  const emails = Array.from({ length: contacts }, (_, n) => `person${n}@${domains[n % domains.length]}`)
  await t.owner.query(
    `insert into app.contacts (org_id, id, email, email_hash, first_name, source)
     select $1, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, email, hash, 'Person ' || n, 'manual'
     from unnest($2::text[], $3::bytea[]) with ordinality as e(email, hash, n) on conflict do nothing`,
    [orgId, emails, emails.map((email) => t.platform.hashAddress(email))],
  )
  await t.owner.query(
    `insert into app.campaigns (org_id, id, name, channel, status, definition, created_by) values ($1, $2, 'Spring', $3, 'running', $4, 'Pat')`,
    [orgId, campaignId, channel, JSON.stringify(full)],
  )
  await t.owner.query(
    `insert into app.campaign_versions (org_id, campaign_id, version, definition, created_by) values ($1, $2, 1, $3, 'Pat')`,
    [orgId, campaignId, JSON.stringify(full)],
  )
  return campaignId
}

export const launch = (platform: Platform, orgId: string, campaignId: string, step = 1): Promise<string> =>
  platform.db.withOrg(orgId, (tx) => startSend(platform, tx, { campaignId, version: 1, step }))

export interface SendNumbers {
  status: string
  campaign: string
  pause_reason: string
  total: number
  sent: number
  delivered: number
  bounced: number
  failed: number
  skipped: number
  held: number
  repeats: number
}

/** The product's own numbers of a send. */
export async function numbersOf(t: Pick<TestApp, 'owner'>, sendId: string): Promise<SendNumbers> {
  const { rows } = await t.owner.query<SendNumbers>(
    `select s.status, c.status as campaign, c.pause_reason, coalesce(sum(k.total), 0)::int total, coalesce(sum(k.sent), 0)::int sent,
       coalesce(sum(k.delivered), 0)::int delivered, coalesce(sum(k.bounced), 0)::int bounced, coalesce(sum(k.failed), 0)::int failed,
       coalesce(sum(k.skipped), 0)::int skipped, coalesce(sum(k.held), 0)::int held, coalesce(sum(k.repeats), 0)::int repeats
     from app.campaign_sends s join app.campaigns c on c.org_id = s.org_id and c.id = s.campaign_id
     left join app.campaign_chunks k on k.org_id = s.org_id and k.send_id = s.id where s.id = $1 group by s.status, c.status, c.pause_reason`,
    [sendId],
  )
  const row = rows[0]
  if (!row) throw new Error('There is no such send.')
  return row
}

/** Recipients by status, and reason where there is one. */
export async function recipientsOf(t: Pick<TestApp, 'owner'>, sendId: string): Promise<Record<string, number>> {
  const { rows } = await t.owner.query<{ name: string; n: number }>(
    `select status || coalesce(':' || reason, '') as name, count(*)::int n from app.campaign_recipients where send_id = $1 group by 1 order by 1`,
    [sendId],
  )
  return Object.fromEntries(rows.map((row) => [row.name, row.n]))
}
