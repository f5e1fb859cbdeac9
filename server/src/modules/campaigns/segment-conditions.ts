import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'
import type { ConditionProvider, ContactSet, ProvidedCondition } from '../contacts/index.ts'

type Timed = 'sent' | 'delivered' | 'opened' | 'clicked' | 'responded' | 'bounced' | 'unsubscribed' | 'complained'
type Did = Timed | 'failed' | 'skipped'

const times: Record<Timed, RawBuilder<Date>> = {
  sent: sql`r.sent_at`,
  delivered: sql`r.delivered_at`,
  opened: sql`r.opened_at`,
  clicked: sql`r.clicked_at`,
  responded: sql`r.responded_at`,
  bounced: sql`r.bounced_at`,
  unsubscribed: sql`r.unsubscribed_at`,
  complained: sql`r.complained_at`,
}

const undone = { not_opened: 'opened', not_clicked: 'clicked', not_responded: 'responded' } as const

/** What did not leave has no time of its own: that of the send counts, whose id begins with it. */
function happened(did: Did, since: Date | null): RawBuilder<SqlBool> {
  if (did === 'failed' || did === 'skipped')
    return since === null
      ? sql<SqlBool>`r.status = ${did}`
      : sql<SqlBool>`r.status = ${did} and r.send_id >= app.uuid_floor(${since}::timestamptz)`
  return since === null ? sql<SqlBool>`${times[did]} is not null` : sql<SqlBool>`${times[did]} >= ${since}`
}

/** Recipients to whom it happened, of one campaign or of any, in the last so many days or ever. */
function recipientsWho(did: Did, { campaignId, days }: ProvidedCondition, now: Date): ContactSet {
  const since = happened(did, days === undefined ? null : new Date(now.getTime() - days * 86_400_000))
  const ofCampaign = campaignId === undefined ? sql`` : sql` and r.campaign_id = ${campaignId}::uuid`
  return { from: sql`app.campaign_recipients r`, contactId: sql<string>`r.contact_id`, where: sql<SqlBool>`${since}${ofCampaign}` }
}

/** "Did not open" is said of people who were sent something (in those days) and opened none of it; "was not sent" of everybody else. */
export const campaignConditions: ConditionProvider = {
  compile: (condition, now) => {
    const { did } = condition
    const sent = recipientsWho('sent', condition, now)
    if (did === 'not_sent') return [{ set: sent, isIn: false }]
    if (did !== 'not_opened' && did !== 'not_clicked' && did !== 'not_responded')
      return [{ set: recipientsWho(did, condition, now), isIn: true }]
    // Two sets (the smaller one first) and no count by contact, of whose outcome the planner knows nothing.
    const at = times[undone[did]]
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
      .orderBy('created_at', 'desc')
      .limit(200)
      .execute(),
}

/** Deleted campaigns too: what people did with them stays true. */
const findNames = async (tx: OrgTx, ids: readonly string[]) =>
  ids.length === 0 ? [] : await tx.selectFrom('campaigns').select(['id', 'name']).where('id', 'in', ids).execute()
