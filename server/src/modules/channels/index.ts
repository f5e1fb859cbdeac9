import { onOrganizationMail } from '../../platform/mail/organization-mail.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { accompanyContacts, onSmsAnswers } from '../contacts/index.ts'
import { inboundCompanion } from './companion.ts'
import { eraseSettledItems } from './erase-inbound.ts'
import { forgetWords } from './hooks-store.ts'
import { ownMail } from './own-mail.ts'
import { readMailboxes } from './read-mailbox.ts'
import { channelOperations } from './routes.ts'
import { seedOrganization } from './seed-organization.ts'
import { checkDueDomains } from './sending-domains.ts'
import { assertSmsAnswers } from './sms-answers.ts'
import { closeTransports } from './transport-for.ts'

export { onAccountReady } from './account-ready.ts'
export type { ReadyAccount } from './account-ready.ts'
export { findAccount } from './accounts-store.ts'
export type { ChannelAccount } from './accounts-store.ts'
export { onChannelUse } from './channel-users.ts'
export type { FindChannelUsers } from './channel-users.ts'
export { addressFor, resolveAccount, returnPathFor, returnPathOfSingle, usableSender } from './resolve-account.ts'
export { transportFor } from './transport-for.ts'
export { reportHealth } from './report-health.ts'
export { findOwnSending } from './own-sending.ts'
export { findSenderByEmail, resolveSender } from './senders-store.ts'
export type { SenderIdentity } from './senders-store.ts'
export { dkimKeyFor } from './dkim-key.ts'
export { footerOf, readEmailSettings } from './email-settings.ts'
export { namedAccounts, namedSenders, namedTemplates } from './named-channels.ts'
export type { EmailSettings, Footer } from './email-settings.ts'
export { isSandbox } from './show-account.ts'
export { findTemplate, listApprovedTemplates } from './templates-store.ts'
export { receiveSandboxEvent } from './sandbox-events.ts'
export { fetchMedia } from './remote-media.ts'
export type { RemoteMedia } from './remote-media.ts'
export { storeAttachments } from './store-attachments.ts'
export {
  eraseReport,
  isErased,
  isFromItsSender,
  isUnsigned,
  linkInbound,
  markInboundHandled,
  readInboundItem,
  settleInbound,
} from './inbound-store.ts'
export type { InboundItem } from './inbound-store.ts'
export { onInboundFiles } from './erase-inbound.ts'
export { whatsappWindows } from './whatsapp-windows.ts'
export { reportHeaders } from './reports/report-headers.ts'
export { noteUnmatched } from './hooks-store.ts'
export { rewrapChannelSecrets } from './rewrap-secrets.ts'

export const channelsModule: ModuleFactory = (platform) => {
  accompanyContacts(platform, inboundCompanion(platform))
  onOrganizationMail(platform, ownMail(platform))
  onSmsAnswers(platform, assertSmsAnswers)
  return {
    name: 'channels',
    tables: [
      'channel_accounts',
      'sending_domains',
      'senders',
      'email_settings',
      'whatsapp_templates',
      'inbound_items',
      'channel_hooks',
      'channel_hook_words',
    ],
    operations: channelOperations(platform),
    seedOrganization,
    ticks: [
      { name: 'check-sending-domains', everyMs: 3_600_000, run: () => checkDueDomains(platform) },
      {
        name: 'forget-hook-words',
        everyMs: 3_600_000,
        run: () => platform.db.withSystem((tx) => forgetWords(tx, new Date(platform.clock.now().getTime() - 2 * 86_400_000))),
      },
      { name: 'erase-settled-items', everyMs: 3_600_000, run: () => eraseSettledItems(platform) },
      { name: 'read-mailboxes', everyMs: 60_000, run: () => readMailboxes(platform) },
    ],
    // Connections are kept for the next message; a process that ends lets them go.
    startWorker: async () => ({ stop: () => closeTransports(platform) }),
  }
}
