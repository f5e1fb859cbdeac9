import type { EntityDefinition } from '@imperium/contract/entities/entities.ts'
import { formatNumber } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { DataTable } from '../../ui/list/data-table.tsx'
import type { Column } from '../../ui/list/data-table.tsx'
import type { Rows } from '../../ui/list/use-rows.ts'
import { StatusDot } from '../../ui/status-dot.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import type { EntityListProps } from './entity-cards.tsx'
import { categoryLabels, stateOf } from './entity-labels.ts'
import styles from '../../ui/styles.module.css'

const columns: readonly Column<EntityDefinition>[] = [
  {
    id: 'name',
    header: t('Name'),
    width: 'minmax(160px, 1.4fr)',
    cell: ({ displayName }) => <span className={styles.truncate}>{displayName}</span>,
  },
  {
    id: 'table',
    header: t('Table name'),
    width: 'minmax(140px, 1.2fr)',
    hideOn: 'tablet',
    cell: ({ tableName }) => <code className={styles.truncate}>{tableName}</code>,
  },
  { id: 'status', header: t('Status'), width: '150px', cell: (entity) => <StatusDot {...stateOf(entity)} /> },
  { id: 'category', header: t('Category'), width: '130px', hideOn: 'tablet', cell: ({ category }) => categoryLabels[category] },
  {
    id: 'fields',
    header: t('Fields'),
    width: '80px',
    align: 'end',
    hideOn: 'phone',
    cell: ({ schemaDefinition }) => formatNumber(schemaDefinition.columns.length),
  },
  { id: 'version', header: t('Version'), width: '90px', align: 'end', hideOn: 'phone', cell: ({ version }) => version },
  {
    id: 'changed',
    header: t('Changed'),
    width: '130px',
    hideOn: 'tablet',
    cell: ({ updatedAt, isSystemEntity }) => (isSystemEntity ? t('System') : <RelativeTime at={updatedAt} />),
  },
]

/** The entities as a table. */
export function EntitiesTable({
  change,
  mayManage: _manage,
  refusal: _refusal,
  actions: _actions,
  ...table
}: EntityListProps & Rows<EntityDefinition>['table']) {
  return (
    <DataTable
      label={t('Entity Definitions')}
      columns={columns}
      rowId={({ id }) => id}
      rowLabel={({ displayName }) => displayName}
      onOpen={({ id }) => change({ entity: id })}
      {...table}
    />
  )
}
