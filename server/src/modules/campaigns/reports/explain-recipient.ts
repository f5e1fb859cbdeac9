import type { z } from 'zod'
import type { CampaignSend, ReachCheck, RecipientStory } from '@imperium/contract/campaigns/campaign-reports.ts'
import { englishOf, keyOf, message } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { idBefore } from '../../../platform/ids.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { checkReach, sentSince } from '../../consents/index.ts'
import { survivorsOf, loadRecipients } from '../../contacts/index.ts'
import type { MessageContact } from '../../contacts/index.ts'
import { audiencePage } from '../../segments/index.ts'
import { compileMessages } from '../messages/campaign-messages.ts'
import { inSegments } from '../messages/preview-message.ts'
import { previewLinks } from '../messages/preview-links.ts'
import { PartError } from '../messages/render-message.ts'
import { whyNotAgain } from '../engine/settle.ts'
import { findCampaign } from '../store.ts'
import type { CampaignRow } from '../store.ts'
import { checkWindows } from '../messages/whatsapp-window.ts'
import { reasonText, statusText } from './reason-texts.ts'
import { findSplits, listSends, nameOf, recipientEvents, recipientRows, toRecipient } from './recipients-store.ts'

type Check = z.infer<typeof ReachCheck>
const fine = (check: Check['check'], detail: Text): Check => ({
  check,
  ok: true,
  reason: null,
  detail: englishOf(detail),
  detailKey: keyOf(detail),
  until: null,
})
const failed = (check: Check['check'], reason: string, detail = reasonText(reason)): Check => ({
  check,
  ok: false,
  reason,
  detail,
  until: null,
})

async function audienceCheck(tx: OrgTx, { definition }: CampaignRow, contactId: string): Promise<Check> {
  if (!definition.audience) return failed('audience', 'no_audience', 'No audience is chosen yet')
  try {
    const [first] = await audiencePage(tx, definition.audience, idBefore(contactId), 1)
    return first === contactId
      ? fine('audience', 'In the audience')
      : failed('audience', 'not_in_audience', 'Not in the audience as it is now')
  } catch (error) {
    if (error instanceof AppError) return failed('audience', 'no_audience', error.message)
    throw error
  }
}

async function reachCheck(
  platform: Platform,
  tx: OrgTx,
  campaign: CampaignRow,
  { contact, variant }: { contact: MessageContact; variant: number },
  when: { at: Date; timeZone: string },
): Promise<Check> {
  const { channel, definition } = campaign
  const reach = await checkReach(tx, {
    channel,
    purpose: definition.purpose,
    contacts: [contact],
    at: when.at,
    orgTimeZone: when.timeZone,
    window: definition.window,
    sentSince: sentSince(platform, tx),
  })
  const verdict = reach.get(contact.id)
  if (verdict?.verdict === 'skip') return failed('reach', verdict.reason)
  if (verdict?.verdict === 'later') return { ...failed('reach', verdict.reason), until: verdict.until.toISOString() }
  const isWindowClosed = await checkWindows(tx, campaign, [contact], when.at)
  if (isWindowClosed(contact, variant, when.at)) return failed('reach', 'window_closed')
  return fine('reach', 'May be reached now')
}

/** No contact has that id now: it was erased, or merged into the contact that the check names. */
async function missingCheck(tx: OrgTx, contactId: string): Promise<Check> {
  const now = (await survivorsOf(tx, [contactId])).get(contactId)
  if (!now) return failed('contact', 'erased')
  const contact = (await loadRecipients(tx, [now])).get(now)
  return failed('contact', 'merged', contact && `the contact became part of ${nameOf(contact)}`)
}

/** Describes what the agent will do. */
const agentText = ({ budgetMicros }: { budgetMicros: number }): Text =>
  message('The agent writes subject and text, for at most {amount} in total', { amount: { dollars: budgetMicros / 1_000_000 } })

async function messageCheck(
  platform: Platform,
  tx: OrgTx,
  campaign: CampaignRow,
  contact: MessageContact,
  variant: number,
): Promise<Check> {
  try {
    const { messages } = await compileMessages(tx, campaign)
    const rendering = (messages[variant] ?? messages[0])?.render(
      await inSegments(tx, campaign.definition, contact),
      previewLinks(platform, tx.orgId),
    )
    if (!rendering || rendering.ok)
      return fine('message', campaign.definition.agent ? agentText(campaign.definition.agent) : 'The message can be rendered')
    return failed('message', rendering.problem.kind, rendering.problem.message)
  } catch (error) {
    if (error instanceof PartError) return failed('message', 'rendering_error', error.message)
    throw error
  }
}

/** Every state that a contact had in a campaign, and what would happen now. @throws 404 for an unknown campaign or contact. */
export async function explainRecipient(
  platform: Platform,
  { tx, org }: Pick<OrgContext, 'tx' | 'org'>,
  campaignId: string,
  contactId: string,
): Promise<z.infer<typeof RecipientStory>> {
  const campaign = await findCampaign(tx, campaignId)
  if (!campaign) throw notFound()
  const [sends, contacts] = await Promise.all([listSends(tx, campaignId, { limit: 20 }), loadRecipients(tx, [contactId])])
  const ids = sends.map((send) => send.id)
  const [rows, events, splits] = await Promise.all([
    recipientRows(tx, ids, contactId),
    recipientEvents(tx, ids, contactId),
    findSplits(tx, ids),
  ])
  const contact = contacts.get(contactId)
  if (!contact && rows.length === 0) throw notFound('Contact not found.')
  const recipients = new Map(rows.map((row) => [row.send_id, toRecipient(row, contact, { channel: campaign.channel, splits })]))
  const newest = recipients.get(ids[0] ?? '')
  const variant = newest?.variant ?? 0
  const checks = contact
    ? [
        await audienceCheck(tx, campaign, contactId),
        await reachCheck(platform, tx, campaign, { contact, variant }, { at: platform.clock.now(), timeZone: org.timeZone }),
        await messageCheck(platform, tx, campaign, contact, variant),
      ]
    : [await missingCheck(tx, contactId)]
  return {
    contactId,
    name: contact ? nameOf(contact) : null,
    answer: latestOutcome(newest, sends[0], checks),
    sends: sends.map((send) => {
      return {
        sendId: send.id,
        step: send.step,
        startedAt: send.startedAt,
        recipientsErasedAt: send.recipientsErasedAt,
        recipient: recipients.get(send.id) ?? null,
        events: events
          .filter((event) => event.send_id === send.id)
          .slice(0, 200)
          .map(({ at, type, machine, detail, url }) => ({
            at: at.toISOString(),
            type,
            machine,
            detail,
            url,
          })),
      }
    }),
    checks,
  }
}

function latestOutcome(
  row: { status: string; reason: string | null; detail: string | null } | undefined,
  send: Pick<CampaignSend, 'recipientsErasedAt'> | undefined,
  checks: Check[],
): string {
  if (row) {
    const notAgain = row.reason === 'outcome_unknown' ? whyNotAgain(row.detail) : null
    if (notAgain !== null) return `It may have gone out, and was not sent again: ${reasonText(notAgain)}.`
    const why = row.reason ? `: ${reasonText(row.reason)}` : ''
    const detail = row.detail && row.status !== 'sent' ? ` (${row.detail})` : ''
    return `${statusText(row.status)}${why}${detail}.`
  }
  const against = checks.find((each) => !each.ok)
  if (send?.recipientsErasedAt) return 'Unknown: the recipients of the latest send are no longer stored. Its figures are.'
  if (send) return 'Was not in the audience when the latest send started.'
  return against
    ? `Nothing was sent yet, and as of now nothing would be: ${against.detail}.`
    : 'Nothing was sent yet. The message would be sent now.'
}
