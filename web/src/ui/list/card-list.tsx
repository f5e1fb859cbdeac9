import { Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../lib/words.ts'
import classes from './card-list.module.css'
import type { Rows } from './use-rows.ts'

interface CardGridProps<Row> {
  /** Label of the list for screen readers, if it has no heading. */
  label?: string
  rows: readonly Row[]
  rowId: (row: Row) => string
  renderCard: (row: Row) => ReactNode
  /** The narrowest a card may be, and its usual height, which skeletons have too. */
  size: CardSize
}

export interface CardSize {
  widthPx: number
  heightPx: number
}

const styleOf = ({ widthPx, heightPx }: CardSize) => ({ '--card-width': `${widthPx}px`, '--card-height': `${heightPx}px` })

/** A responsive grid of cards. */
export function CardGrid<Row>({ label, rows, rowId, renderCard, size }: CardGridProps<Row>) {
  'use no memo'
  return (
    <ul className={classes.cards} aria-label={label} style={styleOf(size)}>
      {rows.map((row) => (
        <li key={rowId(row)}>{renderCard(row)}</li>
      ))}
    </ul>
  )
}

/** Placeholders for loading cards. */
export function CardSkeletons({ size }: { size: CardSize }) {
  'use no memo'
  return (
    <div className={classes.cards} aria-busy style={styleOf(size)}>
      {Array.from({ length: 6 }, (_, at) => (
        <Skeleton key={at} height={size.heightPx} radius={12} />
      ))}
    </div>
  )
}

interface CardListProps<Row> extends Omit<CardGridProps<Row>, 'rows'> {
  list: Rows<Row>
}

/** A paged list as cards: skeletons first, a button for the next page last. */
export function CardList<Row>({ list, ...grid }: CardListProps<Row>) {
  'use no memo'
  if (list.table.loading) return <CardSkeletons size={grid.size} />
  return (
    <>
      <CardGrid rows={list.rows} {...grid} />
      <LoadMore list={list} />
    </>
  )
}

interface LoadMoreProps<Row> {
  list: Rows<Row>
  label?: string
  /** In a card: small, at the left. */
  inCard?: boolean
}

/** The button below a list that does not load by scrolling; it retries too. */
export function LoadMore<Row>({ list, label = t('Load more'), inCard = false }: LoadMoreProps<Row>) {
  'use no memo'
  const { hasMore, loadingMore, onLoadMore } = list.table
  if (!hasMore && !list.hasMoreFailed) return null
  return (
    <Button
      variant="default"
      className={inCard ? classes.moreInCard : classes.more}
      {...(inCard ? { size: 'xs' } : {})}
      loading={loadingMore}
      onClick={onLoadMore}
    >
      {label}
    </Button>
  )
}
