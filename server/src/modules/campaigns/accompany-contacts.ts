import { sql } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { idsOfContact } from '../contacts/index.ts'
import type { ContactCompanion } from '../contacts/index.ts'
import { forgetRuns, toldRuns } from '../runs/index.ts'
import { campaignTimeline } from './contact-timeline.ts'

/**
 * What campaigns owe contacts. Rows of a merged contact keep its id, because links and return paths of messages that were sent name it
 * (recipient-token.ts): the timeline and the export of the one that stays read them besides its own. Of an erased person the figures
 * stay, without address and words.
 */
export const campaignCompanion = (platform: Platform): ContactCompanion => ({
  name: 'campaigns',
  timeline: campaignTimeline,
  exportContact: async (tx, contactId) => {
    const ids = await idsOfContact(tx, contactId)
    return {
      campaignMessages: await messagesTo(tx, ids),
      campaignEvents: await heardOf(tx, ids),
      campaignDrafts: await draftsFor(tx, ids),
      campaignDraftRuns: await toldRuns(tx, await runsFor(tx, ids)),
    }
  },
  formerAddresses: async (tx, contactIds) => {
    const rows = await tx
      .selectFrom('campaign_recipients')
      .select((eb) => eb.fn<string>('lower', ['address']).as('address'))
      .distinct()
      .where((eb) => eb('contact_id', '=', eb.fn.any(eb.val([...contactIds]))))
      // A web hook's is nobody's.
      .where(sql<boolean>`address <> '' and address !~ '^(https?|sandbox):'`)
      .execute()
    return rows.map(({ address }) => address)
  },
  eraseContacts: async (tx, ids) => {
    // Before the drafts go, which alone say whom a run was about.
    await forgetRuns(platform, tx, await runsFor(tx, ids))
    await eraseTraces(tx, ids)
  },
})

const mostEvents = 10_000

/** What came back, without what machines did. */
async function heardOf(tx: OrgTx, ids: readonly string[]): Promise<object[]> {
  const { rows } = await sql<object>`
    select e.at, e.type, e.detail, c.name as campaign
    from app.campaign_events e join app.campaign_sends s on s.org_id = e.org_id and s.id = e.send_id
    join app.campaigns c on c.org_id = s.org_id and c.id = s.campaign_id
    where e.contact_id = any(${[...ids]}::uuid[]) and not e.machine order by e.at desc limit ${mostEvents}`.execute(tx)
  return rows
}

async function messagesTo(tx: OrgTx, ids: readonly string[]): Promise<object[]> {
  const { rows } = await sql<object>`
    select c.name as campaign, r.status, r.reason, r.address, r.sent_at as "sentAt", r.delivered_at as "deliveredAt", r.opened_at as "openedAt",
      r.clicked_at as "clickedAt", r.responded_at as "respondedAt", r.bounced_at as "bouncedAt", r.complained_at as "complainedAt",
      r.unsubscribed_at as "unsubscribedAt"
    from app.campaign_recipients r join app.campaigns c on c.org_id = r.org_id and c.id = r.campaign_id
    where r.contact_id = any(${[...ids]}::uuid[]) order by r.send_id`.execute(tx)
  return rows
}

const draftsFor = (tx: OrgTx, ids: readonly string[]): Promise<object[]> =>
  tx
    .selectFrom('campaign_drafts')
    .select(['status', 'subject', 'body', 'updated_at as updatedAt'])
    .where((eb) => eb('contact_id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()

/** Runs in which an agent wrote to them, or for a look at what it would write. */
async function runsFor(tx: OrgTx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('campaign_drafts')
    .select('run_id')
    .where((eb) => eb('contact_id', '=', eb.fn.any(eb.val([...ids]))))
    .where('run_id', 'is not', null)
    .unionAll(
      tx
        .selectFrom('campaign_samples')
        .select('run_id')
        .where((eb) => eb('contact_id', '=', eb.fn.any(eb.val([...ids])))),
    )
    .execute()
  return rows.flatMap((row) => row.run_id ?? [])
}

async function eraseTraces(tx: OrgTx, ids: readonly string[]): Promise<void> {
  const isTheirs = sql<boolean>`contact_id = any(${[...ids]}::uuid[])`
  await tx.deleteFrom('campaign_drafts').where(isTheirs).execute()
  await tx.deleteFrom('campaign_samples').where(isTheirs).execute()
  await tx
    .updateTable('campaign_recipients')
    .set({ address: '', detail: null, reason: reasonOnly, provider_id: null })
    .where(isTheirs)
    .execute()
  await tx.updateTable('campaign_events').set({ detail: '' }).where(isTheirs).execute()
  await tx.updateTable('campaign_short_links').set({ contact_id: null }).where(isTheirs).execute()
}

/**
 * Reasons are words of ours, with underscores; what a server said may hold the address. Of whoever still waits it is the word by which the
 * engine leaves them out, although it looked at them a moment ago (write-window.ts); when it looks again it finds nobody.
 */
const reasonOnly = sql<string | null>`
  case when status in ('queued', 'sending') then 'erased' when reason ~ '^[a-z_]+$' then reason end`
