import { onOrganizationMail } from '../../platform/mail/organization-mail.ts'
import { describeUnreadable } from '../../platform/crypto/rewrapped-secrets.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { onSmsReplies } from '../consents/index.ts'
import { extendContacts } from '../contacts/index.ts'
import { inboundContactExtension } from './contact-extension.ts'
import { eraseSettledItems } from './inbound/erase-inbound.ts'
import { deleteOldTokens } from './hooks/hooks-store.ts'
import { ownMail } from './senders/own-mail.ts'
import { readMailboxes } from './inbound/read-mailbox.ts'
import { channelOperations } from './routes.ts'
import { seedOrganization } from './seed-organization.ts'
import { checkDueDomains } from './senders/sending-domains.ts'
import { assertSmsReplies } from './inbound/sms-replies.ts'
import { closeTransports } from './accounts/transport-for.ts'
import { rewrapChannelSecrets } from './accounts/rewrap-secrets.ts'
import { inboundReceived } from './inbound/inbound-received.ts'
import { channelsActs } from './acts.ts'

export { inboundReceived } from './inbound/inbound-received.ts'
export { onAccountReady } from './accounts/account-ready.ts'
export type { ReadyAccount } from './accounts/account-ready.ts'
export { findAccount } from './accounts/accounts-store.ts'
export type { ChannelAccount } from './accounts/accounts-store.ts'
export { onChannelUse } from './channel-users.ts'
export type { FindChannelUsers } from './channel-users.ts'
export { addressFor, resolveAccount, returnPathFor, returnPathOfSingle, usableSender } from './accounts/resolve-account.ts'
export { transportFor } from './accounts/transport-for.ts'
export { reportHealth } from './accounts/report-health.ts'
export { findOwnSending } from './senders/own-sending.ts'
export { findSenderByEmail, resolveSender } from './senders/senders-store.ts'
export type { SenderIdentity } from './senders/senders-store.ts'
export { dkimKeyFor } from './senders/dkim-key.ts'
export { footerOf, readEmailSettings } from './senders/email-settings.ts'
export { namedAccounts, namedSenders, namedTemplates } from './named-channels.ts'
export type { EmailSettings, Footer } from './senders/email-settings.ts'
export { isSandbox } from './accounts/show-account.ts'
export { findTemplate, listApprovedTemplates } from './whatsapp/templates-store.ts'
export { receiveSandboxEvent } from './hooks/sandbox-events.ts'
export { fetchMedia } from './inbound/remote-media.ts'
export type { RemoteMedia } from './inbound/remote-media.ts'
export { storeAttachments } from './inbound/store-attachments.ts'
export {
  eraseReport,
  isErased,
  isFromItsSender,
  isUnsigned,
  linkInbound,
  markInboundHandled,
  readInboundItem,
  settleInbound,
} from './inbound/inbound-store.ts'
export type { InboundItem } from './inbound/inbound-store.ts'
export { findQuotation } from './mail-reader/find-quotation.ts'
export { onInboundFiles } from './inbound/erase-inbound.ts'
export { whatsappWindows } from './whatsapp/whatsapp-windows.ts'
export { reportHeaders } from './reports/report-headers.ts'
export { noteUnmatched } from './hooks/hooks-store.ts'

export const channelsModule: ModuleFactory = (platform) => ({
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
  acts: channelsActs,
  emits: [inboundReceived],
  extensions: [extendContacts(inboundContactExtension(platform)), onOrganizationMail(ownMail(platform)), onSmsReplies(assertSmsReplies)],
  rewrapSecrets: async () =>
    describeUnreadable(
      await platform.db.withSystem((tx) => rewrapChannelSecrets(platform, tx)),
      ({ orgId, id }) => `a secret of the channel account or sending domain ${id} of organization ${orgId}; it must be entered again.`,
    ),
  operations: channelOperations(platform),
  seedOrganization,
  ticks: [
    { name: 'check-sending-domains', everyMs: 3_600_000, run: () => checkDueDomains(platform) },
    {
      name: 'forget-hook-words',
      everyMs: 3_600_000,
      run: () => platform.db.withSystem((tx) => deleteOldTokens(tx, new Date(platform.clock.now().getTime() - 2 * 86_400_000))),
    },
    { name: 'erase-settled-items', everyMs: 3_600_000, run: () => eraseSettledItems(platform) },
    { name: 'read-mailboxes', everyMs: 60_000, run: () => readMailboxes(platform) },
  ],
  // Connections are kept for the next message; a process that ends lets them go.
  startWorker: async () => ({ stop: () => closeTransports(platform) }),
})
