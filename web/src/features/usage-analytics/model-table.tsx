import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ModelUsage, UsageDashboard } from '@imperium/contract/usage-analytics.ts'
import { formatNumber } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { DataTable } from '../../ui/list/data-table.tsx'
import type { Column } from '../../ui/list/data-table.tsx'
import { Money } from '../../ui/text/money.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import styles from '../../ui/styles.module.css'
import classes from './usage.module.css'

const idOf = ({ configId, modelId }: ModelUsage) => `${configId}:${modelId}`

interface ModelTableProps {
  usage: UsageDashboard | undefined
  onOpen: (model: string) => void
  empty: ReactNode
}

const columnsOf = (onOpen: (model: string) => void): readonly Column<ModelUsage>[] => [
  {
    id: 'model',
    header: t('Model'),
    width: 'minmax(88px, 2.6fr)',
    cell: ({ modelName, provider, providerColor }) => (
      <span className={classes.model}>
        <span className={classes.dot} style={{ background: providerColor }} aria-hidden />
        <span className={styles.column}>
          <span className={styles.truncate}>{modelName}</span>
          {provider && <span className={`${classes.quiet} ${styles.truncate}`}>{provider}</span>}
        </span>
      </span>
    ),
  },
  { id: 'calls', header: t('API Calls'), width: 'minmax(72px, 1fr)', align: 'end', cell: ({ apiCalls }) => formatNumber(apiCalls) },
  {
    id: 'tokens',
    header: t('Tokens'),
    align: 'end',
    hideOn: 'phone',
    cell: ({ inputTokens, outputTokens }) => formatNumber(inputTokens + outputTokens),
  },
  { id: 'cost', header: t('Cost'), align: 'end', hideOn: 'phone', cell: ({ costMicros }) => <Money micros={costMicros} /> },
  {
    id: 'diets',
    header: t('Diet Plans'),
    align: 'end',
    hideOn: 'tablet',
    cell: ({ dietPlansGenerated }) => formatNumber(dietPlansGenerated),
  },
  {
    id: 'last',
    header: t('Last used'),
    align: 'end',
    hideOn: 'tablet',
    cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} /> : '–'),
  },
  {
    id: 'details',
    header: t('Details'),
    width: '124px',
    align: 'end',
    interactive: true,
    cell: (row) => (
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t('View Details: {name}', { name: row.modelName })}
        onClick={() => onOpen(idOf(row))}
      >
        {t('View Details')}
      </Button>
    ),
  },
]

/** The models that were called, most used first. */
export function ModelTable({ usage, onOpen, empty }: ModelTableProps) {
  if (usage?.usageByModel.length === 0) return empty
  return (
    <DataTable
      label={t('Model Usage')}
      loading={!usage}
      columns={columnsOf(onOpen)}
      rows={usage?.usageByModel ?? []}
      rowId={idOf}
      rowLabel={({ modelName }) => modelName}
    />
  )
}
