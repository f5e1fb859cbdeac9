import type { EntityDefinition } from '@imperium/contract/entities/entities.ts'
import type { EntityField } from '@imperium/contract/entities/entity-fields.ts'
import type { EntityRecord } from '@imperium/contract/entities/records.ts'
import { fieldTypes } from '@imperium/contract/kit/field-types/field-types.ts'
import { t } from '../../lib/words.ts'
import { DataTable } from '../../ui/list/data-table.tsx'
import type { Column, Sort } from '../../ui/list/data-table.tsx'
import type { Rows } from '../../ui/list/use-rows.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import type { Selection } from '../../ui/list/use-selection.ts'
import { InlineCell } from './inline-cell.tsx'
import { RecordCell } from './record-cell.tsx'
import type { RecordEdits } from './use-record-edits.ts'

interface RecordsTableProps {
  entity: EntityDefinition
  sort: string | undefined
  totalCount: number | undefined
  onSort: (sort: string) => void
  onOpen: (id: string) => void
  /** Cells can be changed in place; null: they are only shown. */
  edits: RecordEdits | null
  /** Undefined: the role selects nothing. */
  selection: Selection | undefined
}

const shownFields = 7
const shownOnTablets = 3

const numeric = (field: EntityField): boolean => ['number', 'money'].includes(field.type) || field.type === 'autonumber'

const columnOf = (entity: EntityDefinition, field: EntityField, at: number, edits: RecordEdits | null): Column<EntityRecord> => ({
  id: field.id,
  header: field.label,
  width: at === 0 ? 'minmax(160px, 1.6fr)' : 'minmax(90px, 1fr)',
  ...(fieldTypes[field.type].canSort ? { sortBy: field.name } : {}),
  ...(numeric(field) ? { align: 'end' as const } : {}),
  ...(at === 0 ? {} : { hideOn: at < shownOnTablets ? ('phone' as const) : ('tablet' as const) }),
  // The first cell opens the record.
  ...(edits && at > 0
    ? {
        interactive: true,
        cell: (record: EntityRecord) => (
          <InlineCell key={`${record.id} ${record.updatedAt}`} entity={entity} field={field} record={record} edits={edits} />
        ),
      }
    : { cell: (record: EntityRecord) => <RecordCell field={field} record={record} /> }),
})

const changedColumn: Column<EntityRecord> = {
  id: 'changed',
  header: t('Changed'),
  width: '120px',
  hideOn: 'tablet',
  sortBy: 'updated_at',
  cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
}

/** Records with the first fields as columns; long texts are in the panel only. */
export function RecordsTable({
  entity,
  sort,
  onSort,
  onOpen,
  edits,
  selection,
  ...table
}: RecordsTableProps & Rows<EntityRecord>['table']) {
  const fields = entity.fields.filter(({ type }) => type !== 'long-text').slice(0, shownFields)
  const columns: Column<EntityRecord>[] = [...fields.map((field, at) => columnOf(entity, field, at, edits)), changedColumn]
  const shown: Sort | undefined =
    sort === undefined ? undefined : { by: sort.replace(/^-/, ''), order: sort.startsWith('-') ? 'desc' : 'asc' }
  return (
    <DataTable
      label={entity.displayName}
      columns={columns}
      rowId={({ id }) => id}
      rowLabel={({ label }) => label || t('Record')}
      sort={shown}
      onSort={(next) => onSort(`${next.order === 'desc' ? '-' : ''}${next.by}`)}
      onOpen={({ id }) => onOpen(id)}
      {...(selection ? { selected: selection.ids, onSelect: selection.set } : {})}
      {...table}
    />
  )
}
