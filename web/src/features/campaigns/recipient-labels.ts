import type { RecipientStatus } from '@imperium/contract/campaigns/campaigns.ts'
import { t } from '../../lib/words.ts'
import type { StatusTone } from '../../ui/status-dot.tsx'

export const recipientLabels: Record<RecipientStatus, string> = {
  queued: t('Queued'),
  sending: t('Sending'),
  sent: t('Sent'),
  delivered: t('Delivered'),
  opened: t('Opened'),
  clicked: t('Clicked'),
  responded: t('Responded'),
  bounced: t('Bounced'),
  complained: t('Complained'),
  unsubscribed: t('Unsubscribed'),
  failed: t('Failed'),
  skipped: t('Skipped'),
  held: t('Held'),
}

export const recipientTones: Record<RecipientStatus, StatusTone> = {
  queued: 'idle',
  sending: 'info',
  sent: 'info',
  delivered: 'ok',
  opened: 'ok',
  clicked: 'ok',
  responded: 'ok',
  bounced: 'bad',
  complained: 'bad',
  unsubscribed: 'warn',
  failed: 'bad',
  skipped: 'idle',
  held: 'warn',
}
