import type { OrgTx } from '../../../platform/db/database.ts'
import { lowestId, newId } from '../../../platform/ids.ts'
import { findCampaign, writeCampaign } from '../store.ts'

export interface PastRecipient {
  contactId: string
  address: string
  /** How far the message came. */
  status: 'delivered' | 'opened' | 'clicked' | 'responded' | 'unsubscribed' | 'bounced'
}

const chunkSize = 500
const minuteMs = 60_000
const idAt = (at: Date): string => lowestId(at.getTime()).slice(0, 14) + newId().slice(14)

/** Writes a completed send of a draft campaign, as the engine leaves it: recipients, their events, the sums of their chunks. */
export async function recordPastSend(tx: OrgTx, campaignId: string, at: Date, recipients: readonly PastRecipient[]): Promise<void> {
  const campaign = await findCampaign(tx, campaignId)
  if (!campaign) throw new Error('the campaign of a past send is missing')
  const sendId = idAt(at)
  const rows = recipients.map((recipient, index) => recipientOf(recipient, { index, at }))
  const chunks = Math.ceil(rows.length / chunkSize)
  const finished = new Date(at.getTime() + 5 * minuteMs)
  await tx
    .insertInto('campaign_sends')
    .values({
      org_id: tx.orgId,
      id: sendId,
      campaign_id: campaignId,
      version: campaign.version,
      step: 0,
      status: 'completed',
      started_at: at,
      built_at: at,
      finished_at: finished,
      chunks,
      total: rows.length,
    })
    .execute()
  for (let chunk = 0; chunk < chunks; chunk++) {
    const part = rows.slice(chunk * chunkSize, (chunk + 1) * chunkSize)
    await tx
      .insertInto('campaign_chunks')
      .values({ org_id: tx.orgId, send_id: sendId, chunk, status: 'done', ...sumsOf(part) })
      .execute()
    await tx
      .insertInto('campaign_recipients')
      .values(part.map((row) => ({ ...row, org_id: tx.orgId, send_id: sendId, campaign_id: campaignId, chunk })))
      .execute()
    await tx
      .insertInto('campaign_events')
      .values(part.flatMap((row) => eventsOf(row)).map((event) => ({ ...event, org_id: tx.orgId, send_id: sendId })))
      .execute()
  }
  await writeCampaign(tx, campaignId, { status: 'completed', launched_at: at, completed_at: finished })
}

type Row = ReturnType<typeof recipientOf>

/** Each step of the way some minutes after the last one. */
function recipientOf({ contactId, address, status }: PastRecipient, { index, at }: { index: number; at: Date }) {
  const later = (minutes: number) => new Date(at.getTime() + minutes * minuteMs + index * 40)
  const isBounced = status === 'bounced'
  const isOpened = !isBounced && status !== 'delivered'
  const isClicked = status === 'clicked' || status === 'responded'
  return {
    contact_id: contactId,
    address,
    status,
    attempts: 1,
    copies: 1,
    sent_at: later(0),
    bounced_at: isBounced ? later(1) : null,
    delivered_at: isBounced ? null : later(1),
    opened_at: isOpened ? later(3 + ((index * 37) % 900)) : null,
    clicked_at: isClicked ? later(5 + ((index * 37) % 900)) : null,
    responded_at: status === 'responded' ? later(12 + ((index * 37) % 900)) : null,
    unsubscribed_at: status === 'unsubscribed' ? later(6 + ((index * 37) % 900)) : null,
  }
}

const times = {
  delivered: 'delivered_at',
  opened: 'opened_at',
  clicked: 'clicked_at',
  responded: 'responded_at',
  bounced: 'bounced_at',
  unsubscribed: 'unsubscribed_at',
} as const

const eventsOf = (row: Row) =>
  Object.entries(times).flatMap(([type, column]) => {
    const at = row[column]
    return at === null ? [] : [{ id: idAt(at), contact_id: row.contact_id, type, at }]
  })

function sumsOf(rows: readonly Row[]) {
  const reached = (column: (typeof times)[keyof typeof times]) => rows.filter((row) => row[column] !== null).length
  return {
    total: rows.length,
    sent: rows.length,
    delivered: reached('delivered_at'),
    opened: reached('opened_at'),
    clicked: reached('clicked_at'),
    responded: reached('responded_at'),
    bounced: reached('bounced_at'),
    unsubscribed: reached('unsubscribed_at'),
  }
}
