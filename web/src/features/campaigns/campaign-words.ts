import type { Campaign, CampaignStatus, ListedCampaign, Schedule } from '@imperium/contract/campaigns/campaigns.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { formatDay, formatDecimal, formatMoment } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import type { StatusTone } from '../../ui/status-dot.tsx'

export const statusWords: Record<CampaignStatus, string> = {
  draft: t('Draft||campaign'),
  scheduled: t('Scheduled||campaign'),
  running: t('Running||campaign'),
  paused: t('Paused||campaign'),
  completed: t('Completed||campaign'),
}
export const statusTones: Record<CampaignStatus, StatusTone> = {
  draft: 'idle',
  scheduled: 'info',
  running: 'ok',
  paused: 'warn',
  completed: 'idle',
}

export const channelWords: Record<Channel, string> = {
  email: t('Email'),
  sms: t('SMS'),
  webhook: t('Webhook'),
  whatsapp: t('WhatsApp'),
}

export const frequencyWords = { daily: t('Daily'), weekly: t('Weekly'), monthly: t('Monthly') } as const

/** `Dec 24, 09:30` of a wall-clock time; adds the year if it is not the current one. */
export function localWords(local: string): string {
  const year = local.slice(0, 4)
  const day = formatDay(local.slice(0, 10))
  return `${year === String(new Date().getFullYear()) ? day : `${day} ${year}`}, ${local.slice(11)}`
}

export const zoneWords = (timeZone: string): string => timeZone.replaceAll('_', ' ')

/** The schedule in one line. */
export function scheduleWords(schedule: Schedule): string {
  if (schedule.type === 'now') return t('Send immediately')
  const start = localWords(schedule.startAt)
  const zone = zoneWords(schedule.timeZone)
  if (schedule.type === 'scheduled') return t('{start} ({zone})', { start, zone })
  const values = { start, zone, frequency: frequencyWords[schedule.frequency] }
  return schedule.endAt
    ? t('{frequency} from {start} to {end} ({zone})', { ...values, end: localWords(schedule.endAt) })
    : t('{frequency} from {start} ({zone})', values)
}

/** The schedule on a card: the next occurrence if it is known. */
export const whenWords = ({ definition, nextAt }: Pick<ListedCampaign, 'definition' | 'nextAt'>): string =>
  nextAt
    ? t('{schedule}, next {moment}', { schedule: shortWords(definition.schedule), moment: formatMoment(nextAt) })
    : scheduleWords(definition.schedule)

const shortWords = (schedule: Schedule): string =>
  schedule.type === 'recurring'
    ? frequencyWords[schedule.frequency]
    : schedule.type === 'scheduled'
      ? t('Scheduled||campaign')
      : t('Send immediately')

/** `96.8%` with one decimal; a dash without data. */
export const rateWords = (rate: number | null): string => (rate === null ? '–' : `${formatDecimal(rate, 1)}%`)

/** The action of the toggle: pause an active campaign, resume a paused one; null for a draft or a completed one. */
export function toggleOf({ status }: Pick<Campaign, 'status'>): 'pause' | 'resume' | null {
  if (status === 'running' || status === 'scheduled') return 'pause'
  return status === 'paused' ? 'resume' : null
}
