import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ShoppingItem } from '@imperium/contract/diet-plans/diet-plans.ts'
import { formatNumber } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { shoppingQuery } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './diet-plans.module.css'

/** What is to be bought for all days of a plan. */
export function ShoppingView({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(shoppingQuery(id))
  if (error) return <ErrorState error={error} title={t('The shopping list could not be loaded')} onRetry={() => void refetch()} plain />
  if (!data) return <Skeleton height={240} radius={12} aria-busy />
  if (data.length === 0) return <p className={styles.text}>{t('No meals yet.')}</p>
  return (
    <ul className={`${styles.list} ${classes.shopping}`} aria-label={t('Shopping list')}>
      {data.map((item) => (
        <li key={item.name + String(item.grams)}>
          <span>{item.name}</span>
          <span className={styles.muted}>{amountOf(item)}</span>
        </li>
      ))}
    </ul>
  )
}

function amountOf({ grams, others }: ShoppingItem): string {
  const weight = grams === null ? [] : [grams >= 1_000 ? `${(grams / 1_000).toFixed(1)} kg` : `${formatNumber(grams)} g`]
  return [...weight, ...others].join(' + ')
}
