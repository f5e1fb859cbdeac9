import { Checkbox, Skeleton } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { t } from '../../lib/words.ts'
import { useScrollRoot } from '../page/use-scroll-root.ts'
import classes from './data-table.module.css'

export interface Column<Row> {
  id: string
  header: string
  /** Content of the cell. The first column's cell is wrapped in the row's button when rows open. */
  cell: (row: Row) => ReactNode
  /** Track of the CSS grid, such as `120px` or `minmax(220px, 1fr)`; default `minmax(0, 1fr)`. */
  width?: string
  align?: 'start' | 'end'
  /** The value of `sort.by` this header sets. */
  sortBy?: string
  /** Not shown on phones (`phone`) or below 992 px (`tablet`). */
  hideOn?: 'phone' | 'tablet'
  /** Cells with own controls: a click in them does not open the row. */
  interactive?: boolean
}

export interface Sort {
  by: string
  order: 'asc' | 'desc'
}

export interface DataTableProps<Row> {
  /** Names the table for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** Label of the row, for its checkbox and button. */
  rowLabel: (row: Row) => string
  /** Number of rows on the server, if known. */
  totalCount?: number | undefined
  /** First load: rows of skeletons with the final geometry. */
  loading?: boolean
  hasMore?: boolean
  loadingMore?: boolean
  onLoadMore?: () => void
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
  selected?: ReadonlySet<string>
  onSelect?: (selected: ReadonlySet<string>) => void
  onOpen?: (row: Row) => void
}

const rowHeight = 57
const skeletonRows = 8

/**
 * A list of any length that renders only visible rows. Arrow keys, Home and End move between rows, Enter opens one, `x` selects
 * it, Shift+click selects a range. The page provides the empty state (EmptyState).
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  // The virtualizer is one object that changes inside; memoised reads of it would go stale.
  'use no memo'
  const { columns, rows, loading = false, selected, onSelect } = props
  const body = useRef<HTMLDivElement>(null)
  const { scrollRoot, offset } = useScrollRoot(body)
  const virtualizer = useVirtualizer({
    count: loading ? skeletonRows : rows.length,
    getScrollElement: () => scrollRoot,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: offset,
    initialRect: { width: 1200, height: 900 },
  })
  const items = virtualizer.getVirtualItems()
  const lastIndex = items.at(-1)?.index ?? 0
  const loadMore = useEffectEvent(() => props.onLoadMore?.())
  useEffect(() => {
    if (!loading && props.hasMore && !props.loadingMore && lastIndex >= rows.length - 12) loadMore()
  }, [lastIndex, rows.length, loading, props.hasMore, props.loadingMore])

  const template = [selected ? '50px' : '', ...columns.map((column) => column.width ?? 'minmax(0, 1fr)')]
  const select = useRowSelection(props)

  function openClicked(event: MouseEvent<HTMLDivElement>): void {
    const target = event.target as HTMLElement
    const inControl = target.closest('button, a, input, label, [data-interactive]') !== null
    const row = rows[Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'])]
    // Text that was just selected with the mouse was meant to be copied.
    if (row && !inControl && window.getSelection()?.isCollapsed !== false) props.onOpen?.(row)
  }

  function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
    const from = Number((event.target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset['index'])
    const target = { ArrowDown: from + 1, ArrowUp: from - 1, Home: 0, End: rows.length - 1 }[event.key]
    const typing = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox'
    if (typing || Number.isNaN(from)) return
    if (event.key === 'x' && selected && !event.ctrlKey && !event.metaKey) return select.toggle(from, false)
    if (target === undefined || target < 0 || target >= rows.length) return
    event.preventDefault()
    virtualizer.scrollToIndex(target)
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>(`[data-index="${target}"] [data-row-focus]`)?.focus())
  }

  return (
    <div
      className={classes.table}
      role="table"
      aria-label={props.label}
      aria-rowcount={(props.totalCount ?? rows.length) + 1}
      aria-busy={loading}
      style={{
        '--columns': columnTemplate(template),
        '--columns-tablet': visibleTemplate(props, 'tablet'),
        '--columns-phone': visibleTemplate(props, 'phone'),
      }}
    >
      <div role="rowgroup" className={classes.head}>
        <div role="row" aria-rowindex={1} className={classes.row}>
          {selected && onSelect && (
            <div role="columnheader" className={classes.check}>
              <Checkbox
                aria-label={t('Select all loaded rows')}
                checked={rows.length > 0 && selected.size >= rows.length}
                indeterminate={selected.size > 0 && selected.size < rows.length}
                disabled={rows.length === 0}
                onChange={(event) => onSelect(event.currentTarget.checked ? new Set(rows.map(props.rowId)) : new Set())}
              />
            </div>
          )}
          {columns.map((column) => (
            <HeaderCell key={column.id} column={column} sort={props.sort} onSort={props.onSort} />
          ))}
        </div>
      </div>
      <div
        role="rowgroup"
        ref={body}
        className={classes.body}
        style={{ height: virtualizer.getTotalSize() }}
        onClick={openClicked}
        onKeyDown={moveFocus}
      >
        {items.map((item) => {
          const row = rows[item.index]
          const top = item.start - offset
          if (loading || !row) return <SkeletonRow key={item.key} columns={columns} selectable={Boolean(selected)} top={top} />
          return <TableRow key={props.rowId(row)} table={props} row={row} index={item.index} top={top} onToggle={select.toggle} />
        })}
      </div>
      {props.loadingMore && (
        <div className={classes.more} role="status">
          {t('Loading more…')}
        </div>
      )}
    </div>
  )
}

function columnTemplate(tracks: readonly string[]): string {
  return tracks.filter(Boolean).join(' ')
}

function visibleTemplate<Row>({ columns, selected }: DataTableProps<Row>, screen: 'tablet' | 'phone'): string {
  const shown = columns.filter((column) => (screen === 'phone' ? !column.hideOn : column.hideOn !== 'tablet'))
  return columnTemplate([selected ? '50px' : '', ...shown.map((column) => column.width ?? 'minmax(0, 1fr)')])
}

/** Selects single rows, or with Shift the range from the last one. */
function useRowSelection<Row>({ rows, rowId, selected, onSelect }: DataTableProps<Row>) {
  const anchor = useRef(0)
  return {
    toggle: (index: number, range: boolean) => {
      const next = new Set(selected)
      const row = rows[index]
      if (!row) return
      const adding = !next.has(rowId(row))
      const from = range ? Math.min(anchor.current, index) : index
      const to = range ? Math.max(anchor.current, index) : index
      for (const each of rows.slice(from, to + 1)) {
        if (adding) next.add(rowId(each))
        else next.delete(rowId(each))
      }
      anchor.current = index
      onSelect?.(next)
    },
  }
}

interface HeaderCellProps<Row> {
  column: Column<Row>
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
}

function HeaderCell<Row>({ column, sort, onSort }: HeaderCellProps<Row>) {
  const { sortBy } = column
  const order = sortBy !== undefined && sort?.by === sortBy ? sort.order : null
  const shared = { role: 'columnheader', className: classes.cell, 'data-align': column.align, 'data-hide': column.hideOn } as const
  if (sortBy === undefined || !onSort) return <div {...shared}>{column.header}</div>
  const Arrow = order === 'asc' ? IconArrowUp : order === 'desc' ? IconArrowDown : IconSelector
  return (
    <div {...shared} aria-sort={order === 'asc' ? 'ascending' : order === 'desc' ? 'descending' : 'none'}>
      <button
        type="button"
        className={classes.sort}
        data-active={order !== null || undefined}
        onClick={() => onSort({ by: sortBy, order: order === 'desc' ? 'asc' : 'desc' })}
      >
        {column.header}
        <Arrow size={13} stroke={1.8} aria-hidden />
      </button>
    </div>
  )
}

interface TableRowProps<Row> {
  table: DataTableProps<Row>
  row: Row
  index: number
  top: number
  onToggle: (index: number, range: boolean) => void
}

function TableRow<Row>({ table, row, index, top, onToggle }: TableRowProps<Row>) {
  const { selected, onOpen } = table
  const id = table.rowId(row)
  const label = table.rowLabel(row)
  const isSelected = selected?.has(id) ?? false
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      data-selected={isSelected || undefined}
      data-opens={onOpen ? true : undefined}
      className={classes.row}
      style={{ transform: `translateY(${top}px)` }}
    >
      {selected && (
        <div role="cell" className={classes.check} data-interactive>
          <Checkbox
            aria-label={t('Select {row}', { row: label })}
            checked={isSelected}
            onChange={(event) => onToggle(index, event.nativeEvent instanceof window.MouseEvent && event.nativeEvent.shiftKey)}
            {...(onOpen ? {} : { 'data-row-focus': true })}
          />
        </div>
      )}
      {table.columns.map((column, at) => (
        <div
          key={column.id}
          role="cell"
          className={classes.cell}
          data-align={column.align}
          data-hide={column.hideOn}
          data-interactive={column.interactive || undefined}
        >
          {at === 0 && onOpen ? (
            <button type="button" className={classes.open} data-row-focus onClick={() => onOpen(row)}>
              {column.cell(row)}
            </button>
          ) : (
            column.cell(row)
          )}
        </div>
      ))}
    </div>
  )
}

function SkeletonRow<Row>({ columns, selectable, top }: { columns: readonly Column<Row>[]; selectable: boolean; top: number }) {
  return (
    <div className={classes.row} role="row" style={{ transform: `translateY(${top}px)` }}>
      {selectable && (
        <div role="cell" className={classes.check}>
          <Skeleton width={16} height={16} />
        </div>
      )}
      {columns.map((column, at) => (
        <div key={column.id} role="cell" className={classes.cell} data-align={column.align} data-hide={column.hideOn}>
          <Skeleton height={12} width={at === 0 ? '55%' : '60%'} />
        </div>
      ))}
    </div>
  )
}
