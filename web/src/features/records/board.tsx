import { Button, Select, Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DragEvent } from 'react'
import type { EntityDefinition } from '@imperium/contract/entities/entities.ts'
import type { EntityField } from '@imperium/contract/entities/entity-fields.ts'
import type { EntityRecord } from '@imperium/contract/entities/records.ts'
import { formatNumber } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { useRows } from '../../ui/list/use-rows.ts'
import { countQuery, recordsQuery } from './api.ts'
import { readConditions } from './conditions.ts'
import type { Condition } from './conditions.ts'
import { textOfValue } from './record-cell.tsx'
import type { RecordsSearch } from './records-search.ts'
import type { RecordEdits } from './use-record-edits.ts'
import styles from '../../ui/styles.module.css'
import classes from './records.module.css'

interface BoardProps {
  entity: EntityDefinition
  /** The choice that makes the columns. */
  by: EntityField
  search: RecordsSearch
  edits: RecordEdits
  /** Why no card can be moved now. */
  refusal: string | undefined
  onOpen: (id: string) => void
}

/** Records as cards in a column for each choice. Cards are moved by drag, or by the selection of each card. */
export function Board(props: BoardProps) {
  const { by } = props
  const [dragged, setDragged] = useState<EntityRecord | null>(null)
  return (
    <div className={classes.board} role="list" aria-label={t('Board by {field}', { field: by.label })}>
      {[...by.options, { value: '', label: t('None||choice') }].map((option) => (
        <BoardColumn key={option.value} {...props} option={option} dragged={dragged} onDrag={setDragged} />
      ))}
    </div>
  )
}

interface BoardColumnProps extends BoardProps {
  /** Without a value: records that have none. */
  option: { value: string; label: string }
  dragged: EntityRecord | null
  onDrag: (record: EntityRecord | null) => void
}

function BoardColumn({ entity, by, search, edits, refusal, onOpen, option, dragged, onDrag }: BoardColumnProps) {
  const own: Condition = option.value
    ? { field: by.name, operator: 'is', value: option.value }
    : { field: by.name, operator: 'isEmpty', value: null }
  const narrowed = { ...search, filter: JSON.stringify([...readConditions(search.filter), own]) }
  const { rows, table, error, retry } = useRows(recordsQuery(entity.entityName, narrowed))
  const { data: counted } = useQuery({ ...countQuery(entity.entityName, narrowed), placeholderData: keepPreviousData })
  const [isOver, setIsOver] = useState(false)
  const move = (record: EntityRecord, value: string) => void edits.set(record, { [by.name]: value || null })
  function drop(event: DragEvent): void {
    event.preventDefault()
    setIsOver(false)
    onDrag(null)
    if (dragged && (dragged.values[by.name] ?? '') !== option.value) move(dragged, option.value)
  }
  return (
    <section
      role="listitem"
      className={classes.column}
      aria-label={option.label}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (refusal === undefined && dragged) event.preventDefault()
        setIsOver(dragged !== null)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <h3 className={classes.columnHead}>
        {option.label} <span className={styles.muted}>{counted ? formatNumber(counted.count) : ''}</span>
      </h3>
      {error && <ErrorState error={error} title={t('Records could not be loaded')} onRetry={retry} />}
      {table.loading && <Skeleton height={90} radius={10} />}
      {rows.map((record) => (
        <article
          key={record.id}
          className={classes.card}
          draggable={refusal === undefined}
          onDragStart={() => onDrag(record)}
          onDragEnd={() => onDrag(null)}
        >
          <button type="button" className={classes.cardTitle} onClick={() => onOpen(record.id)}>
            {record.label || t('Record')}
          </button>
          <CardFacts entity={entity} by={by} record={record} />
          {refusal === undefined && (
            <Select
              size="xs"
              aria-label={t('Move {record} to', { record: record.label || t('Record') })}
              data={[...by.options, { value: '', label: t('None||choice') }].map((each) => ({
                value: each.value || '-',
                label: each.label,
              }))}
              value={option.value || '-'}
              allowDeselect={false}
              disabled={edits.isBusy}
              onChange={(value) => move(record, value === '-' ? '' : (value ?? ''))}
            />
          )}
        </article>
      ))}
      {table.hasMore && (
        <Button variant="default" size="compact-sm" loading={table.loadingMore} onClick={table.onLoadMore}>
          {t('Load more')}
        </Button>
      )}
    </section>
  )
}

const factsShown = 3

function CardFacts({ entity, by, record }: { entity: EntityDefinition; by: EntityField; record: EntityRecord }) {
  const facts = entity.fields
    .filter((field) => field.id !== by.id && field.type !== 'long-text' && textOfValue(field, record) !== record.label)
    .map((field) => [field, textOfValue(field, record)] as const)
    .filter(([, text]) => text !== '')
    .slice(0, factsShown)
  return (
    <dl className={classes.facts}>
      {facts.map(([field, text]) => (
        <div key={field.id}>
          <dt>{field.label}</dt>
          <dd className={styles.truncate}>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
