import type { Campaign, CampaignStatus, ListedCampaign, Schedule } from '@imperium/contract/campaigns/campaigns.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { formatDay, formatDecimal, formatMoment } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import type { StatusTone } from '../../ui/status-dot.tsx'

export const statusText: Record<CampaignStatus, string> = {
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

export const channelLabels: Record<Channel, string> = {
  email: t('Email'),
  sms: t('SMS'),
  webhook: t('Webhook'),
  whatsapp: t('WhatsApp'),
}

export const frequencyLabels = { daily: t('Daily'), weekly: t('Weekly'), monthly: t('Monthly') } as const

/** `Dec 24, 09:30` of a wall-clock time; adds the year if it is not the current one. */
export function localText(local: string): string {
  const year = local.slice(0, 4)
  const day = formatDay(local.slice(0, 10))
  return `${year === String(new Date().getFullYear()) ? day : `${day} ${year}`}, ${local.slice(11)}`
}

export const zoneText = (timeZone: string): string => timeZone.replaceAll('_', ' ')

/** The schedule in one line. */
export function scheduleText(schedule: Schedule): string {
  if (schedule.type === 'now') return t('Send immediately')
  const start = localText(schedule.startAt)
  const zone = zoneText(schedule.timeZone)
  if (schedule.type === 'scheduled') return t('{start} ({zone})', { start, zone })
  const values = { start, zone, frequency: frequencyLabels[schedule.frequency] }
  return schedule.endAt
    ? t('{frequency} from {start} to {end} ({zone})', { ...values, end: localText(schedule.endAt) })
    : t('{frequency} from {start} ({zone})', values)
}

/** The schedule on a card: the next occurrence if it is known. */
export const whenText = ({ definition, nextAt }: Pick<ListedCampaign, 'definition' | 'nextAt'>): string =>
  nextAt
    ? t('{schedule}, next {moment}', { schedule: shortText(definition.schedule), moment: formatMoment(nextAt) })
    : scheduleText(definition.schedule)

const shortText = (schedule: Schedule): string =>
  schedule.type === 'recurring'
    ? frequencyLabels[schedule.frequency]
    : schedule.type === 'scheduled'
      ? t('Scheduled||campaign')
      : t('Send immediately')

/** `96.8%` with one decimal; a dash without data. */
export const rateText = (rate: number | null): string => (rate === null ? '–' : `${formatDecimal(rate, 1)}%`)

/** The action of the toggle: pause an active campaign, resume a paused one; null for a draft or a completed one. */
export function toggleOf({ status }: Pick<Campaign, 'status'>): 'pause' | 'resume' | null {
  if (status === 'running' || status === 'scheduled') return 'pause'
  return status === 'paused' ? 'resume' : null
}
