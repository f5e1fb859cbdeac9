import type { AccountProvider, AddableProvider, ChannelAccount, WhatsappTemplate } from '@imperium/contract/channels/channel-accounts.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import type { InboundEntry } from '@imperium/contract/channels/senders.ts'
import { t } from '../../lib/words.ts'
import type { StatusTone } from '../../ui/status-dot.tsx'

export const channelLabels: Record<Channel, string> = { email: t('Email'), sms: t('SMS'), webhook: t('Webhook'), whatsapp: t('WhatsApp') }

export const providerLabels: Record<AccountProvider, string> = {
  'platform-smtp': t('Mail server of this installation'),
  smtp: t('SMTP server'),
  twilio: t('Twilio or compatible'),
  'whatsapp-cloud': t('WhatsApp Cloud API'),
  webhook: t('Signed webhooks'),
  sandbox: t('Sandbox'),
}

/** What one chooses among when adding an account. */
export const kindLabels: Record<AddableProvider, string> = {
  smtp: t('Email by an SMTP server'),
  twilio: t('SMS by Twilio or a compatible provider'),
  'whatsapp-cloud': t('WhatsApp by the Cloud API'),
  webhook: t('Webhook to your own address'),
}

export const healthLabels: Record<ChannelAccount['health']['state'], { tone: StatusTone; label: string }> = {
  ok: { tone: 'ok', label: t('Ready||channel account') },
  failing: { tone: 'warn', label: t('Failing') },
  resting: { tone: 'bad', label: t('Paused after failures') },
  off: { tone: 'idle', label: t('Switched off') },
}

export const templateLabels: Record<WhatsappTemplate['status'], { tone: StatusTone; label: string }> = {
  PENDING: { tone: 'warn', label: t('In review') },
  APPROVED: { tone: 'ok', label: t('Approved') },
  REJECTED: { tone: 'bad', label: t('Rejected') },
  PAUSED: { tone: 'warn', label: t('Paused by the provider') },
  DISABLED: { tone: 'idle', label: t('Disabled by the provider') },
}

export const inboundLabels: Record<InboundEntry['kind'], string> = {
  message: t('Reply'),
  status: t('Report'),
  bounce: t('Bounce'),
  complaint: t('Complaint'),
  other: t('Other'),
}
