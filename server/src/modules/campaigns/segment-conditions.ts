import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'
import type { ConditionProvider, ContactSet, ProvidedCondition, ProvidedPart } from '../segments/index.ts'

type Did = keyof typeof times | 'failed' | 'skipped'

const times = {
  sent: 'sent_at',
  delivered: 'delivered_at',
  opened: 'opened_at',
  clicked: 'clicked_at',
  responded: 'responded_at',
  bounced: 'bounced_at',
  unsubscribed: 'unsubscribed_at',
  complained: 'complained_at',
} as const

const undone = { not_opened: 'opened', not_clicked: 'clicked', not_responded: 'responded' } as const
/** The newest send time of a message that was then opened, clicked or answered, in a contact's activity. */
const doneOf = { opened: sql`a.opened_of`, clicked: sql`a.clicked_of`, responded: sql`a.responded_of` } as const

const isUndone = (did: ProvidedCondition['did']): did is keyof typeof undone => did in undone
const atOrAfter = (time: RawBuilder<unknown>, since: Date | null) =>
  since === null ? sql<SqlBool>`${time} is not null` : sql<SqlBool>`${time} >= ${since}`

/** A message that was not sent has no time of its own: the time in the send's id counts. */
const happened = (did: Did, since: Date | null): RawBuilder<SqlBool> => {
  if (did !== 'failed' && did !== 'skipped') return atOrAfter(sql`r.${sql.ref(times[did])}`, since)
  return since === null
    ? sql<SqlBool>`r.status = ${did}`
    : sql<SqlBool>`r.status = ${did} and r.send_id >= app.uuid_floor(${since}::timestamptz)`
}

/** Recipients with this event, of one campaign or of any. */
function recipientsThat(did: Did, campaignId: string | undefined, since: Date | null): ContactSet {
  // By its sends, since the primary key of recipients begins with the send.
  const ofCampaign =
    campaignId === undefined
      ? sql``
      : sql` and r.send_id = any(array(select s.id from app.campaign_sends s where s.campaign_id = ${campaignId}::uuid))`
  return {
    from: sql`app.campaign_recipients r`,
    contactId: sql<string>`r.contact_id`,
    where: sql<SqlBool>`${happened(did, since)}${ofCampaign}`,
  }
}

/**
 * "Did not open" means contacts that were sent something (in those days) and opened none of it; "was not sent" means all others.
 * For any campaign it reads the contact's activity, for one campaign its recipients.
 */
export const campaignConditions: ConditionProvider = {
  compile: ({ did, campaignId, link }, since) => {
    if (campaignId !== undefined && link !== undefined) return ofLink(did, { campaignId, link }, since)
    if (campaignId === undefined && did !== 'failed' && did !== 'skipped') return [ofAny(did, since)]
    if (did === 'not_sent') return [{ set: recipientsThat('sent', campaignId, since), isIn: false }]
    if (!isUndone(did)) return [{ set: recipientsThat(did, campaignId, since), isIn: true }]
    // Two sets (the smaller one first) instead of a count by contact: the planner cannot estimate the size of its result.
    const sent = recipientsThat('sent', campaignId, since)
    const at = sql`r.${sql.ref(times[undone[did]])}`
    return [
      { set: { ...sent, where: sql<SqlBool>`${sent.where} and ${at} is not null` }, isIn: false },
      { set: { ...sent, where: sql<SqlBool>`${sent.where} and ${at} is null` }, isIn: true },
    ]
  },
  names: async (tx, ids) => new Map((await findNames(tx, ids)).map(({ id, name }) => [id, name])),
  choices: async (tx) =>
    tx
      .selectFrom('campaigns')
      .select(['id', 'name'])
      .where('deleted_at', 'is', null)
      .where('launched_at', 'is not', null)
      .where(hasRecipients)
      .orderBy('created_at', 'desc')
      .limit(200)
      .execute(),
  links: async (tx, id) => {
    if ((await findNames(tx, [id])).length === 0) return null
    const rows = await tx
      .selectFrom('campaign_links')
      .select('url')
      .distinct()
      .where('campaign_id', '=', id)
      .orderBy('url')
      .limit(200)
      .execute()
    return rows.map(({ url }) => url)
  },
}

/**
 * Contacts that clicked one link, by the click events: a recipient row has only the first of all clicks. The link's number differs
 * in each version of the campaign.
 */
function ofLink(
  did: ProvidedCondition['did'],
  { campaignId, link }: { campaignId: string; link: string },
  since: Date | null,
): ProvidedPart[] {
  const inTime = since === null ? sql`` : sql` and e.at >= ${since}`
  const clicked: ContactSet = {
    from: sql`app.campaign_events e`,
    contactId: sql<string>`e.contact_id`,
    where: sql<SqlBool>`e.type = 'clicked' and not e.machine${inTime} and (e.send_id, e.link) in (
      select s.id, l.no from app.campaign_sends s
      join app.campaign_links l on l.campaign_id = s.campaign_id and l.version = s.version
      where s.campaign_id = ${campaignId}::uuid and l.url = ${link})`,
  }
  if (did === 'clicked') return [{ set: clicked, isIn: true }]
  return [
    { set: clicked, isIn: false },
    { set: recipientsThat('sent', campaignId, since), isIn: true },
  ]
}

function ofAny(did: Exclude<ProvidedCondition['did'], 'failed' | 'skipped'>, since: Date | null): ProvidedPart {
  const wasSent = atOrAfter(sql`a.sent_at`, since)
  if (did === 'not_sent') return { activity: wasSent, isIn: false }
  if (isUndone(did)) return { activity: sql<SqlBool>`${wasSent} and (${atOrAfter(doneOf[undone[did]], since)}) is not true`, isIn: true }
  return { activity: atOrAfter(sql`a.${sql.ref(times[did])}`, since), isIn: true }
}

/**
 * Not a campaign of which all recipients were erased: every contact would count as not sent to. While a segment names it, they are kept.
 */
const hasRecipients = sql<SqlBool>`(not exists (select from app.campaign_sends s where s.org_id = campaigns.org_id and s.campaign_id = campaigns.id)
  or exists (select from app.campaign_sends s where s.org_id = campaigns.org_id and s.campaign_id = campaigns.id and s.recipients_erased_at is null))`

/** Deleted campaigns too: their events stay valid. */
const findNames = async (tx: OrgTx, ids: readonly string[]) =>
  ids.length === 0 ? [] : await tx.selectFrom('campaigns').select(['id', 'name']).where('id', 'in', ids).where(hasRecipients).execute()
