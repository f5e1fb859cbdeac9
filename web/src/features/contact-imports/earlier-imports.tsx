import { Skeleton } from '@mantine/core'
import type { ContactImport } from '@imperium/contract/contacts/contact-imports.ts'
import { formatNumber } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { LoadMore } from '../../ui/list/card-list.tsx'
import { useRows } from '../../ui/list/use-rows.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { OrgLink } from '../../ui/page/org-link.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { importsQuery } from './api.ts'
import { statusText } from './import-labels.ts'
import styles from '../../ui/styles.module.css'
import classes from './imports.module.css'

/** Earlier imports, newest first. */
export function EarlierImports() {
  const list = useRows(importsQuery)
  const { rows } = list
  if (list.isEmpty) return null
  return (
    <Card title={t('Earlier imports')}>
      {list.table.loading && <Skeleton height={120} radius={8} />}
      {list.error && <ErrorState plain error={list.error} onRetry={list.retry} />}
      <ul className={styles.list}>
        {rows.map((row) => (
          <Item key={row.id} row={row} />
        ))}
      </ul>
      <LoadMore list={list} label={t('Show more')} inCard />
    </Card>
  )
}

function Item({ row }: { row: ContactImport }) {
  const { label, tone } = statusText[row.status]
  return (
    <li className={classes.item}>
      <OrgLink path={`contacts/import?import=${row.id}`} className={classes.strong}>
        {row.fileName}
      </OrgLink>
      <span className={styles.muted}>
        {t('{created} created, {updated} updated, {failed} with errors', {
          created: formatNumber(row.createdCount),
          updated: formatNumber(row.updatedCount),
          failed: formatNumber(row.failedCount),
        })}
        {' · '}
        {row.createdBy}
        {' · '}
        <RelativeTime at={row.createdAt} />
      </span>
      <StatusDot tone={tone} label={label} live={row.status === 'running'} />
    </li>
  )
}
