import { Skeleton } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useRef } from 'react'
import { t } from '../../../lib/words.ts'
import { useWidth } from '../../../ui/charts/use-width.ts'
import { useScrollRoot } from '../../../ui/page/use-scroll-root.ts'
import { AgentCard } from './agent-card.tsx'
import type { AgentRows } from './agents-table.tsx'
import styles from '../../../ui/styles.module.css'
import classes from '../agents.module.css'

const rowHeight = 198
const gap = 14
const narrowestCard = 290
const skeletonCards = 8

/** The agents as a responsive grid of cards; only visible rows are rendered. */
export function AgentsGrid({ rows, loading, hasMore, loadingMore, onLoadMore, selected, onSelect, actions, view }: AgentRows) {
  // The virtualizer is one object that changes inside; memoised reads of it would go stale.
  'use no memo'
  const body = useRef<HTMLDivElement>(null)
  const [measured, width] = useWidth<HTMLDivElement>(1100)
  const { scrollRoot, offset } = useScrollRoot(body)
  const across = Math.max(1, Math.floor((width + gap) / (narrowestCard + gap)))
  const count = Math.ceil((loading ? skeletonCards : rows.length) / across)
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scrollRoot,
    estimateSize: () => rowHeight + gap,
    overscan: 3,
    scrollMargin: offset,
    initialRect: { width: 1200, height: 900 },
  })
  const items = virtualizer.getVirtualItems()
  const lastRow = items.at(-1)?.index ?? 0
  const loadMore = useEffectEvent(onLoadMore)
  useEffect(() => {
    if (!loading && hasMore && !loadingMore && lastRow >= count - 3) loadMore()
  }, [lastRow, count, loading, hasMore, loadingMore])

  function toggle(id: string): void {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    onSelect(next)
  }

  return (
    <div ref={measured} aria-busy={loading}>
      <div ref={body} className={classes.grid} style={{ height: Math.max(0, virtualizer.getTotalSize() - gap) }}>
        <ul className={styles.list} aria-label={t('Agents')}>
          {items.flatMap((item) => {
            const top = item.start - offset
            const place = (column: number) => ({
              height: rowHeight,
              width: `calc((100% - ${(across - 1) * gap}px) / ${across})`,
              transform: `translate(calc(${column} * (100% + ${gap}px)), ${top}px)`,
            })
            if (loading)
              return Array.from({ length: across }, (_, column) => (
                <li key={`${item.key}-${column}`} className={classes.place} style={place(column)}>
                  <Skeleton height={rowHeight} radius={12} />
                </li>
              ))
            return rows.slice(item.index * across, (item.index + 1) * across).map((agent, column) => (
              <li key={agent.id} className={classes.place} style={place(column)}>
                <AgentCard
                  agent={agent}
                  selected={selected.has(agent.id)}
                  onToggle={() => toggle(agent.id)}
                  actions={actions}
                  view={view}
                />
              </li>
            ))
          })}
        </ul>
      </div>
      {loadingMore && (
        <div className={classes.more} role="status">
          {t('Loading more…')}
        </div>
      )}
    </div>
  )
}
