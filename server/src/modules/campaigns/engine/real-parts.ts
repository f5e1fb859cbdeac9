import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import {
  dkimKeyFor,
  findTemplate,
  footerOf,
  isSandbox,
  readEmailSettings,
  reportHealth,
  resolveAccount,
  resolveSender,
  transportFor,
} from '../../channels/index.ts'
import { checkReach, heldByCap, readReachSettings, sentSince, suppressMany, withdrawConsent } from '../../consents/index.ts'
import { loadRecipients, setEmailState } from '../../contacts/index.ts'
import { audiencePage } from '../../segments/index.ts'
import { unregisteredVariants } from '../messages/dlt-template.ts'
import { beginDrafting } from '../drafts/write-drafts.ts'
import { priced } from '../launch/price-of.ts'
import { withSegments } from '../messages/render-designs.ts'
import { checkWindows } from '../messages/whatsapp-window.ts'
import { createComposer } from './compose-content.ts'
import type { WhatsappTemplateName } from './compose-content.ts'
import type { EngineParts, Outlet, SendFacts } from './parts.ts'
import { insertBounces, listLinks, listRefusals } from './send-store.ts'

/** The parts of the engine in production. */
export function createParts(platform: Platform): EngineParts {
  return {
    audiencePage: (tx, audience, after, limit) => audiencePage(tx, audience, after, limit),
    loadRecipients,
    withSegments: (tx, { definition }, contacts) => withSegments(tx, definition, contacts),
    checkReach: async (tx, facts, contacts) => {
      const { channel, definition, timeZone } = facts
      return checkReach(tx, {
        channel,
        purpose: definition.purpose,
        contacts,
        at: platform.clock.now(),
        window: definition.window,
        orgTimeZone: timeZone,
        sentSince: sentSince(platform, tx, facts.sendId),
      })
    },
    heldByCap: (tx, { sendId }, contactIds) =>
      heldByCap(tx, { contactIds, at: platform.clock.now(), sentSince: sentSince(platform, tx, sendId) }),
    checkWindows: (tx, facts, contacts) => checkWindows(tx, facts, contacts, platform.clock.now()),
    openOutlet: (tx, facts) => openOutlet(platform, tx, facts),
    reportHealth: (tx, accountId, health) => reportHealth(platform, tx, accountId, health),
    noteBounces: (tx, facts, contactIds) => noteBounces(platform, tx, facts, contactIds),
    noteOptOuts: async (tx, { channel, sendId }, contactIds) => {
      // Recorded without the send: its message never reached the contact, so it is no unsubscribe from it.
      for (const contactId of contactIds)
        await withdrawConsent(platform, tx, {
          contactId,
          channel,
          purpose: null,
          source: 'keyword',
          proof: { toldBy: 'provider', send: sendId },
        })
    },
    beginDrafting,
  }
}

/** Suppresses a permanently rejected address: recorded on the message, on its contact, and for later campaigns to any contact with it. */
async function noteBounces(platform: Platform, tx: OrgTx, { channel, sendId }: SendFacts, contactIds: readonly string[]): Promise<void> {
  await insertBounces(tx, sendId, contactIds)
  if (channel === 'webhook') return
  const refused = await listRefusals(tx, sendId, contactIds)
  await suppressMany(
    platform,
    tx,
    refused.map(({ address, detail }) => ({ channel, address, reason: 'bounced' as const, detail: detail.slice(0, 200) })),
  )
  if (channel === 'email') await setEmailState(tx, contactIds, 'bounced')
}

async function openOutlet(platform: Platform, tx: OrgTx, facts: SendFacts): Promise<Outlet> {
  const account = await resolveAccount(tx, facts.channel, facts.definition.accountId)
  // Its account may have been registered since the launch.
  if (unregisteredVariants(account, facts.definition).length > 0)
    throw conflict(
      message('The channel account "{account}" is registered in India, and a message of this campaign has no DLT template id.', {
        account: account.name,
      }),
    )
  const isEmail = facts.channel === 'email'
  const sender = isEmail ? await resolveSender(tx, facts.definition.senderId) : null
  // The installation's own address is allowed only with the installation's own account.
  if (isEmail && !sender && account.provider === 'smtp')
    throw conflict('No sender is chosen for this campaign. Choose one under Settings, Emails.')
  // It was verified at launch; since then its domain may have lost its key, or the default sender may have changed.
  if (sender && !sender.verifiedAt && !isSandbox(platform, account))
    throw conflict(message('The sender {sender} is not verified.', { sender: sender.email }))
  const domain = (sender?.email ?? platform.config.mailFrom).replace(/^.*@/, '')
  const [dkim, footer, settings, links, templates, { capMessages }] = await Promise.all([
    isEmail ? dkimKeyFor(platform, tx, domain) : null,
    footerOf(tx),
    readEmailSettings(tx),
    listLinks(tx, facts),
    approvedTemplates(tx, facts),
    readReachSettings(tx),
  ])
  const transport = transportFor(platform, account)
  const isShared = account.provider === 'platform-smtp' && platform.config.smtpUrl !== undefined
  return {
    account: { ...account, isShared },
    isCapped: capMessages !== null,
    compose: createComposer(platform, { facts, account, sender, dkim, footer, settings, links, templates }),
    prepare: (message) => transport.prepare?.(message),
    send: async (message) => priced(await transport.send(message), message.content, account.priceMicros),
  }
}

/** WhatsApp's templates of the campaign's variants, those that its provider has approved. */
async function approvedTemplates(
  tx: OrgTx,
  { channel, definition: { content, ab } }: SendFacts,
): Promise<Map<string, WhatsappTemplateName>> {
  if (channel !== 'whatsapp') return new Map()
  const contents = [content, ...(ab?.variants ?? []).map((variant) => variant.content)]
  const ids = new Set(contents.flatMap(({ whatsappTemplateId }) => whatsappTemplateId ?? []))
  const found = await Promise.all([...ids].map((id) => findTemplate(tx, id)))
  return new Map(found.flatMap((each) => (each?.status === 'APPROVED' ? [[each.id, { name: each.name, language: each.language }]] : [])))
}
