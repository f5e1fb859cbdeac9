import type { MessageContent } from '@imperium/contract/campaigns/campaigns.ts'
import type { DkimKey, OutgoingMessage } from '../../../platform/delivery/transport.ts'
import { makeMessageId } from '../../../platform/mail/compose.ts'
import type { Platform } from '../../../platform/platform.ts'
import { domainOf } from '../../../platform/mail/address.ts'
import { addressFor, reportHeaders, returnPathFor } from '../../channels/index.ts'
import type { ChannelAccount, EmailSettings, Footer, SenderIdentity } from '../../channels/index.ts'
import { preferencesUrl, unsubscribeUrls } from '../../consents/index.ts'
import { sealAddress } from '../messages/made-link.ts'
import { encodeRecipient } from '../messages/recipient-token.ts'
import type { RecipientRef } from '../messages/recipient-token.ts'
import { recipientCode, shortLinks } from '../messages/short-code.ts'
import { compileMessage } from '../messages/render-message.ts'
import type { CompiledMessage, RenderedMessage } from '../messages/render-message.ts'
import type { Addressee, Composed, SendFacts } from './parts.ts'
import type { RecipientLinks } from '../messages/message-source.ts'
import { publicUrlOf } from '../../../platform/http/host-owners.ts'

export interface WhatsappTemplateName {
  name: string
  language: string
}

/** What all messages of one send share. */
export interface Basis {
  facts: SendFacts
  account: ChannelAccount
  sender: Pick<SenderIdentity, 'name' | 'email' | 'replyTo'> | null
  dkim: DkimKey | null
  footer: Footer
  settings: EmailSettings
  links: readonly string[]
  /** Approved ones by id. */
  templates: ReadonlyMap<string, WhatsappTemplateName>
}

/** Text of an agent is no template: it is shown literally. */
export const asTemplate = (text: string): string => text.replace(/\{(?=[{%])/g, '{{ "{" }}')

const contentOf = ({ definition: { content, ab } }: SendFacts, variant: number): MessageContent =>
  variant === 0 ? content : (ab?.variants[variant - 1]?.content ?? content)

/** Renders the messages of a send: compiled once per variant, filled in per recipient. */
export function createComposer(platform: Platform, basis: Basis): (addressee: Addressee) => Composed | Promise<Composed> {
  const { facts, account } = basis
  const compiled = new Map<number, CompiledMessage>()
  const compile = (content: MessageContent): Promise<CompiledMessage> =>
    compileMessage({
      channel: facts.channel,
      content,
      campaignName: facts.name,
      purpose: facts.definition.purpose,
      byAgent: facts.definition.agent !== null,
      footer: basis.footer,
      tracking: trackingOf(basis),
      links: basis.links,
    })
  const isMail = facts.channel === 'email'
  const { clicks } = trackingOf(basis)
  const fill = (message: CompiledMessage, addressee: Addressee, to: string, isStraight = false): Composed => {
    const { contact, variant, draft } = addressee
    const ref = { sendId: facts.sendId, contactId: contact.id }
    const token = isMail ? encodeRecipient(platform, ref) : ''
    const isLinked = isMail || message.variables.some((name) => name.endsWith('_url'))
    const links = isLinked ? linksOf(platform, basis, contact.id, { token, variables: message.variables }) : noLinks
    const short = !isMail && clicks && !isStraight ? createShortener(platform, ref, facts.orgId) : null
    const rendering = message.render(contact, { ...links, shortUrl: short?.link ?? null }, draft)
    if (!rendering.ok) return { skip: rendering.problem.kind, detail: rendering.problem.message }
    const { whatsappTemplateId } = contentOf(facts, variant)
    const template = whatsappTemplateId === null ? null : basis.templates.get(whatsappTemplateId)
    if (facts.channel === 'whatsapp' && template === undefined)
      return { skip: 'no_template_approval', detail: 'The WhatsApp template of the campaign is not approved.' }
    const identity = `${facts.orgId}/${facts.sendId}/${contact.id}`
    const code = short?.code()
    const straight = () => {
      const again = fill(message, addressee, to, true)
      if ('message' in again) return again.message
      throw new Error(`a message without its short links: ${again.detail}`)
    }
    return {
      ...(code === undefined ? {} : { shortened: { code, straight } }),
      message: {
        identity,
        to,
        content: outgoing(platform, basis, rendering.message, {
          identity,
          token,
          oneClickUrl: links.oneClickUrl,
          template: template ?? null,
        }),
      },
    }
  }
  return (addressee) => {
    const { contact, variant } = addressee
    const to = addressFor(account, contact)
    if (to === null) return { skip: 'no_address', detail: '' }
    const known = compiled.get(variant)
    if (known) return fill(known, addressee, to)
    return compile(contentOf(facts, variant)).then((message) => {
      compiled.set(variant, message)
      return fill(message, addressee, to)
    })
  }
}

/**
 * The short links of one message. The code is created with the first link: an unneeded hash would cost as much as rendering a short text.
 */
function createShortener(
  platform: Platform,
  ref: RecipientRef,
  orgId: string,
): { link: (link: number) => string; code: () => string | undefined } {
  let code: string | undefined
  return {
    link: (link) => {
      code ??= recipientCode(platform, ref)
      return shortLinks(platform, code, orgId)(link)
    },
    code: () => code,
  }
}

const trackingOf = ({ facts: { definition }, settings }: Basis) => ({
  opens: definition.tracking.opens && settings.trackOpens,
  clicks: definition.tracking.clicks && settings.trackClicks,
})

function linksOf(
  platform: Platform,
  basis: Basis,
  contactId: string,
  { token, variables }: { token: string; variables: readonly string[] },
): Omit<RecipientLinks, 'shortUrl'> & { oneClickUrl: string } {
  const { orgId, sendId, channel, definition } = basis.facts
  const { opens, clicks } = trackingOf(basis)
  const ref = { orgId, contactId, channel, sendId }
  const publicUrl = publicUrlOf(platform, orgId)
  const unsubscribe = unsubscribeUrls(platform, { ...ref, purpose: definition.purpose })
  return {
    unsubscribeUrl: unsubscribe.page,
    oneClickUrl: unsubscribe.oneClick,
    // Sealing a link costs as much as filling in a short text.
    preferencesUrl: variables.includes('preferences_url') ? preferencesUrl(platform, ref) : '',
    openUrl: opens && channel === 'email' ? `${publicUrl}/api/t/o/${token}` : null,
    clickUrl:
      clicks && channel === 'email'
        ? (link, url) => `${publicUrl}/api/t/c/${token}/${link}${url === undefined ? '' : sealAddress(platform, { token, link, url })}`
        : null,
  }
}

/** For templates that name none. */
const noLinks = { unsubscribeUrl: '', oneClickUrl: '', preferencesUrl: '', openUrl: null, clickUrl: null }

interface Particulars {
  identity: string
  token: string
  oneClickUrl: string
  template: WhatsappTemplateName | null
}

function outgoing(platform: Platform, basis: Basis, message: RenderedMessage, of: Particulars): OutgoingMessage['content'] {
  if (message.channel === 'sms') return message
  if (message.channel === 'webhook') return message
  if (message.channel === 'whatsapp') {
    const { name, language } = of.template ?? { name: '', language: '' }
    return { channel: 'whatsapp', template: of.template ? { name, language, variables: message.variables } : null, text: message.text }
  }
  const { account, sender, dkim } = basis
  const from = sender?.email ?? platform.config.mailFrom
  return {
    channel: 'email',
    fromName: sender?.name ?? basis.footer.organizationName,
    fromAddress: from,
    ...(sender?.replyTo ? { replyTo: sender.replyTo } : {}),
    subject: message.subject,
    text: message.text,
    ...(message.html === null ? {} : { html: message.html }),
    messageId: makeMessageId(of.identity, domainOf(from)),
    // Only verified domains have a DKIM key; without a sender the installation's own address is used.
    returnPath: returnPathFor(account, { address: from, ownsDomain: dkim !== null || sender === null }, of.token),
    unsubscribeUrl: of.oneClickUrl,
    headers: reportHeaders(account, of.token),
    ...(dkim ? { dkim } : {}),
  }
}
