import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { EntityUse } from '@imperium/contract/entities/entities.ts'
import { formatBytes, formatNumber, formatPercent } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { SidePanel } from '../../ui/dialog/side-panel.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { FactList } from '../../ui/text/fact-list.tsx'
import { limitsQuery } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './entities.module.css'

/** What the entities use of their limits. */
export function LimitsPanel({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(limitsQuery)
  return (
    <SidePanel opened onClose={onClose} title={t('Limits')} subtitle={t('Entity Definitions')} width={720}>
      {error && !data && <ErrorState error={error} title={t('The limits could not be loaded')} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={280} radius={10} />}
      {data && <Use use={data} />}
    </SidePanel>
  )
}

const share = (used: number, limit: number): string =>
  `${formatNumber(used)} / ${formatNumber(limit)} (${formatPercent((used / limit) * 100)})`

function Use({ use }: { use: EntityUse }) {
  const { definitions, fieldLimit, columnLimit, entities } = use
  const records = entities.reduce((sum, entity) => sum + entity.records, 0)
  const bytes = entities.reduce((sum, entity) => sum + entity.bytes, 0)
  return (
    <div className={styles.stackWide}>
      <FactList
        facts={[
          [t('Entities'), share(definitions.used, definitions.limit)],
          [t('Records'), formatNumber(records)],
          [t('Storage of records'), formatBytes(bytes)],
        ]}
      />
      {entities.length > 0 && (
        <div className={classes.scroll}>
          <table className={classes.schema} aria-label={t('Limits')}>
            <thead>
              <tr>
                <th>{t('Entity')}</th>
                <th>{t('Fields')}</th>
                <th>{t('Changes of columns')}</th>
                <th>{t('Records')}</th>
                <th>{t('Storage')}</th>
              </tr>
            </thead>
            <tbody>
              {entities.map((entity) => (
                <tr key={entity.id}>
                  <td>{entity.displayName}</td>
                  <td>{share(entity.fields, fieldLimit)}</td>
                  <td>{share(entity.columns, columnLimit)}</td>
                  <td>
                    {entity.isEstimate ? '≈ ' : ''}
                    {formatNumber(entity.records)}
                  </td>
                  <td>{formatBytes(entity.bytes)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}
