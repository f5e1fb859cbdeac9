import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { mostCounted } from '@imperium/contract/data-exports/data-exports.ts'
import type { HeldData, HeldKind } from '@imperium/contract/data-exports/data-exports.ts'
import { formatBytes, formatDate, formatNumber } from '../../lib/format.ts'
import { plural, t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { heldQuery } from './api.ts'
import classes from './data-exports.module.css'

const kindLabels: Record<HeldKind, string> = {
  contacts: t('Contacts'),
  messages: t('Messages'),
  campaigns: t('Campaigns'),
  agents: t('Agents'),
  runs: t('Runs of agents'),
  workflows: t('Workflows'),
  workflowRuns: t('Runs of workflows'),
  articles: t('Articles'),
  documents: t('Documents'),
  invoices: t('Invoices'),
  audit: t('Audit log'),
  files: t('Files'),
}

type Held = HeldData['kinds'][number]

const countText = ({ count, bytes }: Held): string => {
  const counted = count >= mostCounted ? t('More than {count}', { count: formatNumber(mostCounted) }) : formatNumber(count)
  return bytes === null ? counted : `${counted} · ${formatBytes(bytes)}`
}

const keptText = ({ keptDays }: Held): string =>
  keptDays === null ? t('Until it is deleted') : plural(keptDays, { one: '{count} day', other: '{count} days' })

/** What is stored of the organization, how much of it, since when, and for how long. */
export function HeldDataCard() {
  const { data, error, refetch } = useQuery(heldQuery)
  return (
    <Card title={t('What is stored')}>
      {error && <ErrorState plain error={error} title={t('This could not be loaded')} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={260} radius={8} />}
      {data && (
        <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('What is stored')}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('Kind')}</th>
                <th scope="col">{t('How much')}</th>
                <th scope="col">{t('Oldest')}</th>
                <th scope="col">{t('Kept')}</th>
              </tr>
            </thead>
            <tbody>
              {data.kinds.map((held) => (
                <tr key={held.kind}>
                  <th scope="row">{kindLabels[held.kind]}</th>
                  <td>{countText(held)}</td>
                  <td>{held.oldestAt === null ? '—' : formatDate(held.oldestAt)}</td>
                  <td>{keptText(held)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  )
}
