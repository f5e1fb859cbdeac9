import { nextOccurrence } from '@imperium/contract/campaigns/campaign-occurrences.ts'
import { asValue, message } from '@imperium/contract/kit/message.ts'
import { createBreather } from '../../../platform/breathe.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { AppError, invalid, notFound } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { resolveAccount } from '../../channels/index.ts'
import type { ChannelAccount } from '../../channels/index.ts'
import { checkReach, sentSince } from '../../consents/index.ts'
import type { Reach } from '../../consents/index.ts'
import { loadRecipients } from '../../contacts/index.ts'
import type { MessageContact } from '../../contacts/index.ts'
import { audiencePage, countAudience } from '../../segments/index.ts'
import { compileMessages } from '../messages/campaign-messages.ts'
import { divide } from '../engine/build-send.ts'
import { isOfRemainder, startsWithTest } from '../engine/start-send.ts'
import { previewLinks } from '../messages/preview-links.ts'
import { withSegments } from '../messages/render-designs.ts'
import { PartError } from '../messages/render-message.ts'
import type { CompiledMessage } from '../messages/render-message.ts'
import { createClaims } from '../shared-numbers.ts'
import type { IsNumberTaken } from '../shared-numbers.ts'
import { findCampaign, findVersion } from '../store.ts'
import type { CampaignRow } from '../store.ts'
import { checkWindows } from '../messages/whatsapp-window.ts'
import type { IsWindowClosed } from '../messages/whatsapp-window.ts'
import { endDryRun, findDryRun, insertDryRun, noteProgress } from './dry-run-store.ts'
import { presentDryRun } from './present-dry-run.ts'
import { costOf, lastAt, perMinuteOf } from './pace.ts'
import { createTally } from './tally.ts'
import type { Tally } from './tally.ts'

export const dryRunJob = 'campaigns.dryRun'

export interface DryRunData {
  orgId: string
  campaignId: string
  dryRunId: string
  timeZone: string
}

const pageSize = 1_000
const longestMs = 120_000

/** Begins a dry run over the audience of the saved campaign. @throws 404; 422 without an audience. */
export async function startDryRun(platform: Platform, { tx, org, actor, audit }: OrgContext, campaignId: string) {
  const campaign = await findCampaign(tx, campaignId)
  if (!campaign) throw notFound()
  const { audience } = campaign.definition
  if (!audience) throw invalid([{ path: 'definition.audience', message: 'Choose an audience' }])
  const total = await countAudience(tx, audience)
  const id = newId()
  await insertDryRun(tx, { id, campaignId, version: campaign.version, total, createdBy: actor.name })
  const data: DryRunData = { orgId: tx.orgId, campaignId, dryRunId: id, timeZone: org.timeZone }
  await platform.jobs.send(tx, dryRunJob, data)
  audit({ targetName: campaign.name, after: { dryRunId: id, audience: total } })
  const run = await presentDryRun(platform, tx, campaignId)
  if (!run) throw new Error('the dry run that was just written is not there')
  return run
}

/** How far the audience was divided into variants: exactly as a send would. */
interface Division {
  total: number
  testTotal: number
}

interface Page {
  ids: string[]
  contacts: MessageContact[]
  reach: Map<string, Reach>
  isWindowClosed: IsWindowClosed
  last: string | null
}

/** The job: page by page, each in its own transaction, with no locks held between pages. */
export async function runDry(
  platform: Platform,
  { orgId, campaignId, dryRunId, timeZone }: DryRunData,
  signal: AbortSignal,
): Promise<void> {
  const start = await platform.db.withOrg(orgId, (tx) => begin(platform, tx, campaignId, dryRunId))
  if (!start) return
  const { campaign, messages, startsAt, total, account } = start
  if (!messages) return
  const tally = createTally(startsAt)
  const startedAt = performance.now()
  const links = previewLinks(platform, orgId)
  const isNumberTaken = createClaims(campaign.channel)
  const division: Division = { total: 0, testTotal: 0 }
  for (let after: string | null = null; performance.now() - startedAt < longestMs;) {
    signal.throwIfAborted()
    const from: string | null = after
    const page: Page | null = await platform.db.withOrg(orgId, async (tx) =>
      (await noteProgress(tx, dryRunId, tally.examined())) ? readPage(platform, tx, campaign, from, { at: startsAt, timeZone }) : null,
    )
    if (!page) return
    await judge(page, { variants: variantsOf(page.ids, campaign, division), messages, startsAt, links, isNumberTaken }, tally)
    if (page.last === null) break
    after = page.last
  }
  const counted = tally.result(Math.max(total, tally.examined()))
  const perMinute = perMinuteOf(campaign.definition, account)
  const result = {
    ...counted,
    channelMicros: costOf(counted, campaign, account),
    pace: {
      perMinute,
      lastAt:
        lastAt(counted, { perMinute, timeZone, window: campaign.definition.window, ab: campaign.definition.ab })?.toISOString() ?? null,
    },
  }
  await platform.db.withOrg(orgId, (tx) => endDryRun(tx, dryRunId, { status: 'completed', examined: tally.examined(), result }))
}

async function begin(platform: Platform, tx: OrgTx, campaignId: string, dryRunId: string) {
  const [campaign, run] = await Promise.all([findCampaign(tx, campaignId), findDryRun(tx, campaignId)])
  if (!campaign || run?.id !== dryRunId || run.status !== 'running') return null
  const definition = await findVersion(tx, campaignId, run.version)
  if (!definition) return null
  const now = platform.clock.now()
  const seen: CampaignRow = { ...campaign, definition }
  const startsAt = nextOccurrence(definition.schedule, now) ?? now
  try {
    const { messages } = await compileMessages(tx, seen)
    return { campaign: seen, messages, startsAt, total: run.total, account: await accountOf(tx, seen) }
  } catch (error) {
    if (!(error instanceof PartError)) throw error
    const { line, column } = error.fault
    const reason = asValue(error.message)
    const text =
      line === null
        ? message('The template cannot be read: {reason}', { reason })
        : message('The template cannot be read: {reason} (line {line}, column {column})', { reason, line, column: column ?? 1 })
    await endDryRun(tx, dryRunId, { status: 'failed', message: text })
    return { campaign: seen, messages: null, startsAt, total: run.total, account: null }
  }
}

/** Null without an account, which the problems of the result name. */
async function accountOf(tx: OrgTx, { channel, definition }: CampaignRow): Promise<ChannelAccount | null> {
  try {
    return await resolveAccount(tx, channel, definition.accountId)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

async function readPage(
  platform: Platform,
  tx: OrgTx,
  campaign: CampaignRow,
  after: string | null,
  when: { at: Date; timeZone: string },
): Promise<Page> {
  const { channel, definition } = campaign
  if (!definition.audience) return { ids: [], contacts: [], reach: new Map(), isWindowClosed: () => false, last: null }
  const ids = await audiencePage(tx, definition.audience, after, pageSize)
  const contacts = [...(await withSegments(tx, definition, await loadRecipients(tx, ids))).values()]
  const reach = await checkReach(tx, {
    channel,
    purpose: definition.purpose,
    contacts,
    at: when.at,
    orgTimeZone: when.timeZone,
    window: definition.window,
    sentSince: sentSince(platform, tx),
  })
  const isWindowClosed = await checkWindows(tx, campaign, contacts, platform.clock.now())
  return { ids, contacts, reach, isWindowClosed, last: ids.length < pageSize ? null : (ids.at(-1) ?? null) }
}

/** Null for contacts that wait until the test is decided. */
function variantsOf(ids: readonly string[], { definition }: CampaignRow, division: Division): Map<string, number | null> {
  const { page, testTotal } = divide(ids, definition.ab, division)
  division.total += page.length
  division.testTotal = testTotal
  const isSplit = startsWithTest(definition.ab)
  return new Map(page.map(({ contactId, variant, chunk }) => [contactId, isSplit && isOfRemainder(chunk) ? null : variant]))
}

interface Judged {
  variants: ReadonlyMap<string, number | null>
  messages: readonly CompiledMessage[]
  startsAt: Date
  isNumberTaken: IsNumberTaken
  links: Parameters<CompiledMessage['render']>[1]
}

async function judge(
  { contacts, reach, isWindowClosed }: Page,
  { variants, messages, startsAt, links, isNumberTaken }: Judged,
  tally: Tally,
): Promise<void> {
  const breathe = createBreather()
  for (const contact of contacts) {
    const verdict = reach.get(contact.id)
    if (!verdict || verdict.verdict === 'skip') {
      tally.skip(verdict?.reason ?? 'erased', contact.id)
      continue
    }
    const chosen = variants.get(contact.id) ?? null
    const variant = chosen ?? 0
    const message = messages[variant] ?? messages[0]
    const wait = verdict.verdict === 'later' ? verdict : null
    // A contact with a reply window closed by then would have to write again first.
    if (isWindowClosed(contact, variant, wait?.until ?? startsAt)) tally.skip('window_closed', contact.id)
    else if (message) {
      const rendering = message.render(contact, links)
      // An unreachable contact leaves a shared number to another contact.
      if (rendering.ok && isNumberTaken(contact)) tally.skip('duplicate_address', contact.id)
      else tally.message(contact.id, chosen, rendering, wait)
    }
    await breathe()
  }
}

/** Stores the failure of a dry run for the user who waits for it. */
export async function failDryRun(platform: Platform, { orgId, dryRunId }: DryRunData, error: unknown): Promise<void> {
  const message = error instanceof AppError ? error.text : 'Something went wrong on our side. Please try again.'
  await platform.db.withOrg(orgId, (tx) => endDryRun(tx, dryRunId, { status: 'failed', message }))
}
