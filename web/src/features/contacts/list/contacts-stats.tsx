import { formatNumber, formatPercent } from '../../../lib/format.ts'
import { t } from '../../../lib/words.ts'
import { StatStrip } from '../../../ui/list/stat-strip.tsx'
import type { ContactCounts } from '../api.ts'

const shareOf = (part: number, total: number): string | undefined =>
  total > 0 ? t('{percent} of all contacts', { percent: formatPercent(Math.round((part / total) * 100)) }) : undefined

/** Bounced contacts have an address too, but are not counted. */
const emailHint = ({ withEmail, bounced, total }: ContactCounts): string | undefined =>
  bounced > 0 ? t('{count} more bounced', { count: formatNumber(bounced) }) : shareOf(withEmail, total)

/** The four figures above the list; counted on the server over the whole organization. */
export function ContactsStats({ stats, failed }: { stats: ContactCounts | undefined; failed: boolean }) {
  const figure = (value: number | undefined) => (failed && !stats ? '–' : formatNumber(value ?? 0))
  return (
    <StatStrip
      label={t('Contacts in figures')}
      loading={!stats && !failed}
      stats={[
        { label: t('Total contacts'), value: figure(stats?.total), hint: t('All sources') },
        {
          label: t('With a working email'),
          value: figure(stats?.withEmail),
          hint: stats && emailHint(stats),
        },
        { label: t('With phone number'), value: figure(stats?.withPhone), hint: stats && shareOf(stats.withPhone, stats.total) },
        { label: t('Added'), value: figure(stats?.added), hint: t('In the last 30 days') },
      ]}
    />
  )
}
