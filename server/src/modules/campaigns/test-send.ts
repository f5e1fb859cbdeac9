import type { z } from 'zod'
import type { TestSendResult } from '@imperium/contract/campaign-reports.ts'
import type { MessageContent } from '@imperium/contract/campaigns.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { OutgoingContent, Transport } from '../../platform/delivery/transport.ts'
import { conflict, invalid, notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { makeMessageId } from '../../platform/mail/compose.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import { requireProvedAddress } from '../../platform/operations/proved-address.ts'
import type { Platform } from '../../platform/platform.ts'
import { dkimKeyFor, findTemplate, resolveAccount, resolveSender, returnPathFor, transportFor } from '../channels/index.ts'
import type { ChannelAccount } from '../channels/index.ts'
import { phoneReaderOf } from '../contacts/index.ts'
import { listMemberAddresses } from '../organizations/index.ts'
import { contentsOf, messageFrame } from './campaign-messages.ts'
import { contactForPreview } from './preview-message.ts'
import { previewLinks } from './preview-links.ts'
import { PartError, compileMessage } from './render-message.ts'
import type { RenderedMessage } from './render-message.ts'
import { findCampaign } from './store.ts'
import type { CampaignRow } from './store.ts'

const mark = '[Test] '

interface Asked {
  to: readonly string[]
  contactId: string | null
  variant: number
}

/** Nobody outside gets a test: mail goes to members, a text to numbers only where a sandbox takes it. @throws 422. */
async function addressesOf(tx: OrgTx, account: ChannelAccount, to: readonly string[], callerEmail: string): Promise<string[]> {
  const wrong = (index: number, message: string) => invalid([{ path: `to.${index}`, message }])
  if (account.channel === 'webhook') return [account.settings.url ?? 'sandbox:webhook']
  if (account.channel === 'email') {
    const members = new Set((await listMemberAddresses(tx)).map((address) => address.toLowerCase()))
    const asked = (to.length ? [...to] : [callerEmail]).map((address) => address.toLowerCase())
    for (const [index, address] of asked.entries())
      if (!members.has(address)) throw wrong(index, 'A test goes to members of the organization only')
    return [...new Set(asked)]
  }
  if (to.length === 0) throw invalid([{ path: 'to', message: 'Give a number' }])
  if (account.provider !== 'sandbox') throw conflict('A test by this account would reach a real number. Use the sandbox account for tests.')
  const read = await phoneReaderOf(tx)
  return to.map((text, index) => {
    const number = read(text)
    if (!number) throw wrong(index, 'Please enter a valid phone number')
    return number
  })
}

async function renderTest(platform: Platform, tx: OrgTx, campaign: CampaignRow, content: MessageContent, contactId: string | null) {
  const { contact } = await contactForPreview(tx, contactId)
  const frame = await messageFrame(tx, campaign)
  try {
    const compiled = await compileMessage({ ...frame, content, tracking: { opens: false, clicks: false } })
    const rendering = compiled.render(contact, previewLinks(platform, tx.orgId))
    if (rendering.ok) return { message: rendering.message, organizationName: frame.footer.organizationName }
    throw invalid([{ path: `definition.content.${rendering.problem.part}`, message: rendering.problem.message }])
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
}

async function prepare(platform: Platform, tx: OrgTx, campaignId: string, asked: Asked, callerEmail: string): Promise<Prepared> {
  const campaign = await findCampaign(tx, campaignId)
  if (!campaign) throw notFound()
  const content = contentsOf(campaign.definition)[asked.variant]
  if (!content) throw invalid([{ path: 'variant', message: 'There is no such variant' }])
  const account = await resolveAccount(tx, campaign.channel, campaign.definition.accountId)
  const addresses = await addressesOf(tx, account, asked.to, callerEmail)
  const { message, organizationName } = await renderTest(platform, tx, campaign, content, asked.contactId)
  const contentFor = await wrap(platform, tx, { campaign, account, content, message, organizationName })
  return { name: campaign.name, transport: transportFor(platform, account), addresses, contentFor }
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
  if (sender && !sender.verifiedAt) throw conflict(`The sender ${sender.email} is not verified yet.`)
  const from = sender?.email ?? platform.config.mailFrom
  const domain = from.slice(from.lastIndexOf('@') + 1)
  const dkim = await dkimKeyFor(platform, tx, domain)
  return (identity) => ({
    channel: 'email',
    fromName: sender?.name ?? organizationName,
    fromAddress: from,
    ...(sender?.replyTo ? { replyTo: sender.replyTo } : {}),
    subject: mark + message.subject,
    text: message.text,
    ...(message.html === null ? {} : { html: message.html }),
    messageId: makeMessageId(identity, domain),
    returnPath: returnPathFor(account, from, 'test'),
    ...(dkim ? { dkim } : {}),
  })
}

/** A template has words of its own, which nobody may change: there the mark is missing. */
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
 * Sends a message marked as a test, by the real way out; no recipient, no numbers, no tracking.
 * @throws 404; 403 until the caller's address is proved; 409; 422 for addresses that are nobody's of the organization.
 */
export async function testSend(
  platform: Platform,
  { inOrg, caller, audit }: Pick<OrgContext, 'inOrg' | 'caller' | 'audit'>,
  campaignId: string,
  asked: Asked,
): Promise<z.infer<typeof TestSendResult>> {
  requireProvedAddress(caller)
  const { name, transport, addresses, contentFor } = await inOrg((tx) => prepare(platform, tx, campaignId, asked, caller.email))
  const results = await Promise.all(
    addresses.map(async (to) => {
      const identity = `test/${newId()}`
      const outcome = await transport.send({ identity, to, content: contentFor(identity) })
      return { to, ok: outcome.kind === 'accepted', detail: outcome.response }
    }),
  )
  audit({ targetName: name, after: { results } })
  return { results }
}
