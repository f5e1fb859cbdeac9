import { Skeleton } from '@mantine/core'
import { t } from '../../lib/words.ts'
import classes from './ai-models.module.css'

/** Placeholders for loading cards, in the same grid and about the same size. */
export function CardSkeletons({ count, height }: { count: number; height: number }) {
  return (
    <div className={classes.grid} role="status" aria-label={t('Loading')}>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} height={height} radius={12} />
      ))}
    </div>
  )
}
