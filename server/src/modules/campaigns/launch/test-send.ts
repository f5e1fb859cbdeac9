import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import type { TestSendResult } from '@imperium/contract/campaigns/campaign-reports.ts'
import type { MessageContent } from '@imperium/contract/campaigns/campaigns.ts'
import { message as makeMessage } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { OutgoingContent, Transport } from '../../../platform/delivery/transport.ts'
import { conflict, invalid, notFound } from '../../../platform/errors.ts'
import { newId, zeroId } from '../../../platform/ids.ts'
import { makeMessageId } from '../../../platform/mail/compose.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import { requireProvedAddress } from '../../../platform/operations/proved-address.ts'
import type { Platform } from '../../../platform/platform.ts'
import { domainOf } from '../../../platform/mail/address.ts'
import { dkimKeyFor, findTemplate, isSandbox, resolveAccount, resolveSender, returnPathFor, transportFor } from '../../channels/index.ts'
import type { ChannelAccount } from '../../channels/index.ts'
import { isSuppressed, unsubscribeUrls } from '../../consents/index.ts'
import { findContactByAddress, phoneReaderOf } from '../../contacts/index.ts'
import { listMemberAddresses } from '../../organizations/index.ts'
import { contentsOf, messageFrame } from '../messages/campaign-messages.ts'
import { lacksTemplate, unregisteredVariants } from '../messages/dlt-template.ts'
import { contactForPreview, inSegments, problemFor } from '../messages/preview-message.ts'
import { previewLinks } from '../messages/preview-links.ts'
import { testLinks } from '../test-links.ts'
import { PartError, compileMessage } from '../messages/render-message.ts'
import type { RenderedMessage } from '../messages/render-message.ts'
import { findCampaign } from '../store.ts'
import type { CampaignRow } from '../store.ts'

const mark = '[Test] '
/** A user waits for the response. */
const longestGapMs = 2_000

interface Request {
  to: readonly string[]
  contactId: string | null
  variant: number
}

/** Contacts with this tag get tests on their phone: the organization marks its own staff with it. */
const testTag = 'test'

/** Tests stay internal: email goes to members, a real text or WhatsApp message only to contacts tagged `test`. @throws 409; 422. */
async function addressesOf(
  platform: Platform,
  tx: OrgTx,
  account: ChannelAccount,
  to: readonly string[],
  callerEmail: string,
): Promise<string[]> {
  const wrong = (index: number, message: string) => invalid([{ path: `to.${index}`, message }])
  if (account.channel === 'webhook') return [account.settings.url ?? 'sandbox:webhook']
  if (account.channel === 'email') {
    const members = new Set((await listMemberAddresses(tx)).map((address) => address.toLowerCase()))
    const request = (to.length ? [...to] : [callerEmail]).map((address) => address.toLowerCase())
    for (const [index, address] of request.entries())
      if (!members.has(address)) throw wrong(index, 'Test messages can only be sent to members of the organization')
    return [...new Set(request)]
  }
  if (to.length === 0) throw invalid([{ path: 'to', message: 'Enter a phone number' }])
  const read = await phoneReaderOf(tx)
  const numbers: string[] = []
  for (const [index, text] of to.entries()) {
    const number = read(text)
    if (!number) throw wrong(index, 'Please enter a valid phone number')
    const against = account.provider === 'sandbox' ? null : await reasonAgainst(platform, tx, account.channel, number)
    if (against !== null) throw wrong(index, against)
    numbers.push(number)
  }
  return [...new Set(numbers)]
}

/** Why a real test message must not go to a number; null where it may. */
async function reasonAgainst(platform: Platform, tx: OrgTx, channel: 'sms' | 'whatsapp', number: string): Promise<string | null> {
  const people = await findContactByAddress(tx, channel, number)
  if (!people?.tags.some((tag) => tag.toLowerCase() === testTag))
    return 'A test that reaches a real number goes to contacts with the tag "test" only: make one for your own number'
  return (await isSuppressed(platform, tx, { channel, address: number })) ? 'This number is on the suppression list' : null
}

async function renderTest(platform: Platform, tx: OrgTx, campaign: CampaignRow, content: MessageContent, contactId: string | null) {
  const { channel, definition } = campaign
  const { contact } = await contactForPreview(tx, { contactId, audience: definition.audience, channel })
  const frame = await messageFrame(tx, campaign)
  try {
    // A test email is not tracked; a text message has its final links, so that its length and price are the real ones.
    const clicks = campaign.channel !== 'email' && frame.tracking.clicks
    const compiled = await compileMessage({ ...frame, content, tracking: { opens: false, clicks } })
    const shortUrl = clicks && frame.links.length > 0 ? await testLinks(platform, tx, campaign) : null
    const rendering = compiled.render(await inSegments(tx, definition, contact), { ...previewLinks(platform, tx.orgId), shortUrl })
    if (rendering.ok) return { message: rendering.message, organizationName: frame.footer.organizationName }
    const { part, line: _line, column: _column, ...texts } = problemFor(rendering.problem, content, contact)
    throw invalid([{ path: `definition.content.${part}`, ...texts }])
  } catch (error) {
    if (error instanceof PartError) throw invalid([{ path: `definition.content.${error.part}`, message: error.message }])
    throw error
  }
}

interface Prepared {
  name: string
  transport: Transport
  addresses: string[]
  contentFor: (identity: string) => OutgoingContent
  /** Between two messages. */
  gapMs: number
}

async function prepare(platform: Platform, tx: OrgTx, campaignId: string, request: Request, callerEmail: string): Promise<Prepared> {
  const campaign = await findCampaign(tx, campaignId)
  if (!campaign) throw notFound()
  const content = contentsOf(campaign.definition)[request.variant]
  if (!content) throw invalid([{ path: 'variant', message: 'This variant does not exist' }])
  const account = await resolveAccount(tx, campaign.channel, campaign.definition.accountId)
  if (unregisteredVariants(account, campaign.definition).includes(request.variant)) throw invalid([lacksTemplate('definition.content')])
  if (account.openUntil && account.openUntil > platform.clock.now())
    throw conflict('The account is paused after repeated failures. Try again later.')
  const addresses = await addressesOf(platform, tx, account, request.to, callerEmail)
  const { message, organizationName } = await renderTest(platform, tx, campaign, content, request.contactId)
  const contentFor = await wrap(platform, tx, { campaign, account, content, message, organizationName })
  const gapMs = account.ratePerSecond ? Math.min(longestGapMs, 1_000 / account.ratePerSecond) : 0
  return { name: campaign.name, transport: transportFor(platform, account), addresses, contentFor, gapMs }
}

interface Wrapped {
  campaign: CampaignRow
  content: MessageContent
  account: ChannelAccount
  message: RenderedMessage
  organizationName: string
}

async function wrap(
  platform: Platform,
  tx: OrgTx,
  { campaign, account, content, message, organizationName }: Wrapped,
): Promise<(identity: string) => OutgoingContent> {
  if (message.channel === 'sms') return () => ({ ...message, text: mark + message.text })
  if (message.channel === 'webhook') return () => message
  if (message.channel === 'whatsapp') return wrapWhatsapp(tx, content, message)
  const sender = await resolveSender(tx, campaign.definition.senderId)
  // As for a launch: the sandbox sends nothing outside.
  if (sender && !sender.verifiedAt && !isSandbox(platform, account))
    throw conflict(makeMessage('The sender {sender} is not verified yet.', { sender: sender.email }))
  const from = sender?.email ?? platform.config.mailFrom
  const domain = domainOf(from)
  const dkim = await dkimKeyFor(platform, tx, domain)
  // The header is there as in a real message; it names no contact, so that following it ends no consent.
  const unaddressed = { orgId: tx.orgId, contactId: zeroId, channel: 'email', purpose: campaign.definition.purpose, sendId: null } as const
  const { oneClick: oneClickUrl } = unsubscribeUrls(platform, unaddressed)
  return (identity) => ({
    channel: 'email',
    fromName: sender?.name ?? organizationName,
    fromAddress: from,
    ...(sender?.replyTo ? { replyTo: sender.replyTo } : {}),
    subject: mark + message.subject,
    text: message.text,
    ...(message.html === null ? {} : { html: message.html }),
    messageId: makeMessageId(identity, domain),
    returnPath: returnPathFor(account, { address: from, ownsDomain: dkim !== null || sender === null }, 'test'),
    unsubscribeUrl: oneClickUrl,
    ...(dkim ? { dkim } : {}),
  })
}

/** A template has fixed text that cannot be changed: it has no test mark. */
async function wrapWhatsapp(
  tx: OrgTx,
  { whatsappTemplateId }: MessageContent,
  { text, variables }: Extract<RenderedMessage, { channel: 'whatsapp' }>,
): Promise<() => OutgoingContent> {
  const template = whatsappTemplateId === null ? null : await findTemplate(tx, whatsappTemplateId)
  if (whatsappTemplateId !== null && template?.status !== 'APPROVED')
    throw invalid([{ path: 'definition.content.whatsappTemplateId', message: 'The WhatsApp template is not approved' }])
  return () => ({
    channel: 'whatsapp',
    template: template ? { name: template.name, language: template.language, variables } : null,
    text: template ? text : mark + text,
  })
}

/**
 * Sends a message marked as a test through the real outlet; it creates no recipient, numbers or tracking.
 * @throws 404; 403 until the caller's address is verified; 409; 422 for addresses outside the organization.
 */
export async function testSend(
  platform: Platform,
  { inOrg, caller, audit }: Pick<OrgContext, 'inOrg' | 'caller' | 'audit'>,
  campaignId: string,
  request: Request,
): Promise<z.infer<typeof TestSendResult>> {
  requireProvedAddress(caller)
  const { name, transport, addresses, contentFor, gapMs } = await inOrg((tx) => prepare(platform, tx, campaignId, request, caller.email))
  const results: z.infer<typeof TestSendResult>['results'] = []
  // Sequentially, within the account's rate.
  for (const [index, to] of addresses.entries()) {
    if (index > 0 && gapMs > 0) await pause(gapMs)
    const identity = `test/${newId()}`
    const outcome = await transport.send({ identity, to, content: contentFor(identity) })
    results.push({ to, ok: outcome.kind === 'accepted', detail: outcome.response })
  }
  audit({ targetName: name, after: { results } })
  return { results }
}
