import { notFound } from '../../../platform/errors.ts'
import type { PublicContext } from '../../../platform/operations/context.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { linksOfDefinition } from '../messages/campaign-messages.ts'
import { isLiquidLink } from '../messages/html-parts.ts'
import { openAddress } from '../messages/made-link.ts'
import { decodeRecipient } from '../messages/recipient-token.ts'
import type { RecipientRef } from '../messages/recipient-token.ts'
import { codeNumber, readShort } from '../messages/short-code.ts'
import { findCode } from '../messages/short-link-store.ts'
import type { ShortLinkRow } from '../messages/short-link-store.ts'
import { findCampaign, findVersion } from '../store.ts'
import { burstMs, isBurst, isMachine } from './judge-visitor.ts'
import { recordOutcome } from './record-event.ts'
import { findLink, findLinkOf, findOrgOfSend, firstHuman, lockRecipient, markMachine, recentClicks, writeRecipient } from './store.ts'

type Visitor = Pick<PublicContext, 'method' | 'userAgent' | 'header'>

const purposeOf = ({ header }: Visitor): string => header('sec-purpose') ?? header('purpose') ?? header('x-purpose') ?? ''

async function inOrgOf<T>(platform: Platform, ref: RecipientRef, work: (tx: OrgTx) => Promise<T>): Promise<T | null> {
  const orgId = await platform.db.withSystem((tx) => findOrgOfSend(tx, ref.sendId))
  return orgId ? platform.db.withOrg(orgId, work) : null
}

async function judge(
  tx: OrgTx,
  platform: Platform,
  ref: RecipientRef,
  visitor: Visitor,
  what: 'opened' | 'clicked',
): Promise<{ at: Date; machine: boolean } | null> {
  const row = await lockRecipient(tx, ref.sendId, ref.contactId)
  if (!row) return null
  const at = platform.clock.now()
  const machine = isMachine({
    method: visitor.method,
    userAgent: visitor.userAgent,
    purpose: purposeOf(visitor),
    isClick: what === 'clicked',
    sentAt: row.sent_at,
    at,
  })
  return { at, machine }
}

/** Records a request for the tracking pixel. The response is always the pixel: it does not reveal whether a token is ours. */
export async function recordOpen(platform: Platform, token: string, visitor: Visitor): Promise<void> {
  const ref = decodeRecipient(platform, token)
  if (!ref) return
  await inOrgOf(platform, ref, async (tx) => {
    const judged = await judge(tx, platform, ref, visitor, 'opened')
    if (judged) await recordOutcome(platform, tx, { ...ref, ...judged, type: 'opened', detail: visitor.userAgent })
  })
}

export interface Followed {
  token: string
  link: number
  /** The address that Liquid made, and its signature. */
  u?: string | undefined
  s?: string | undefined
}

/**
 * Records a click and returns the link's target: an address of the campaign's version, or one that we signed for this recipient; never
 * another one from the request. @throws 404 for a token or link that is not ours.
 */
export async function recordClick(platform: Platform, followed: Followed, visitor: Visitor): Promise<string> {
  const { token, link } = followed
  const ref = decodeRecipient(platform, token)
  if (!ref) throw notFound()
  const url = await inOrgOf(platform, ref, async (tx) => {
    const written = await findLink(tx, ref.sendId, link)
    const target = written !== null && isLiquidLink(written) ? openAddress(platform, followed) : written
    if (target) await countClick(platform, tx, { ...ref, link, hasNoOpenings: false }, visitor)
    return target
  })
  return leadTo(url)
}

/**
 * Records a click on a short link of a text message and returns the target, an address in the campaign's version. Links of tests and of
 * erased recipients count nothing. @throws 404 for a link that is not ours.
 */
export async function recordShortClick(platform: Platform, short: string, visitor: Visitor): Promise<string> {
  const read = readShort(short)
  if (!read) throw notFound()
  const found = await platform.db.withSystem((tx) => findCode(tx, codeNumber(read.code)))
  if (!found) throw notFound()
  const { link } = read
  const { sendId, contactId } = found
  const url = await platform.db.withOrg(found.orgId, async (tx) => {
    if (sendId === null) return linkOfTest(tx, found, link)
    const written = await findLinkOf(tx, found, link)
    if (written && contactId !== null)
      await countClick(platform, tx, { sendId, contactId, link, hasNoOpenings: written.channel === 'sms' }, visitor)
    return written?.url ?? null
  })
  return leadTo(url)
}

/** A version that was only tested has no table of links yet. */
async function linkOfTest(tx: OrgTx, { campaignId, version }: ShortLinkRow, link: number): Promise<string | null> {
  const [campaign, definition] = await Promise.all([findCampaign(tx, campaignId), findVersion(tx, campaignId, version)])
  return campaign && definition ? (linksOfDefinition(campaign.channel, definition)[link - 1] ?? null) : null
}

/** The link outlives an erased recipient: it still redirects, and nothing is counted. */
async function countClick(
  platform: Platform,
  tx: OrgTx,
  { link, hasNoOpenings, ...ref }: RecipientRef & { link: number; hasNoOpenings: boolean },
  visitor: Visitor,
): Promise<void> {
  const judged = await judge(tx, platform, ref, visitor, 'clicked')
  if (!judged) return
  const since = new Date(judged.at.getTime() - burstMs)
  const earlier = await recentClicks(tx, ref.sendId, ref.contactId, since)
  const burst = isBurst([...earlier.map((click) => click.link), link])
  await recordOutcome(platform, tx, {
    ...ref,
    ...judged,
    machine: judged.machine || burst,
    type: 'clicked',
    link,
    hasNoOpenings,
    detail: visitor.userAgent,
  })
  if (burst && earlier.some((click) => !click.machine)) await countAsMachine(tx, ref, since)
}

/** @throws 404. */
function leadTo(url: string | null): string {
  const location = url && locationOf(url)
  if (!location) throw notFound()
  return location
}

/** Encodes it for a header: ASCII, on one line. Null where it is not a web address. */
function locationOf(url: string): string | null {
  const parsed = URL.parse(url)
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : null
}

/** A scanner's first clicks looked like a person's: marks them as a machine's and subtracts them from the numbers. */
async function countAsMachine(tx: OrgTx, ref: RecipientRef, since: Date): Promise<void> {
  await markMachine(tx, ref.sendId, ref.contactId, since)
  const row = await lockRecipient(tx, ref.sendId, ref.contactId)
  if (!row) return
  const [clicked, opened] = await Promise.all([
    firstHuman(tx, ref.sendId, ref.contactId, 'clicked'),
    firstHuman(tx, ref.sendId, ref.contactId, 'opened'),
  ])
  const stillOpened = opened ?? clicked
  const set: Parameters<typeof writeRecipient>[2] = {}
  if (row.clicked_at && !clicked) set.clicked_at = null
  if (row.opened_at && !stillOpened) set.opened_at = null
  if (row.status === 'clicked' || row.status === 'opened') {
    if (!clicked) set.status = stillOpened ? 'opened' : row.delivered_at ? 'delivered' : 'sent'
  }
  await writeRecipient(tx, { ...ref, chunk: row.chunk }, set, {
    clicked: set.clicked_at === null ? -1 : 0,
    opened: set.opened_at === null ? -1 : 0,
  })
}
