import { Loader, Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SegmentRules } from '@imperium/contract/contacts/segment-rules.ts'
import { ApiError } from '../../lib/api-error.ts'
import { formatNumber } from '../../lib/format.ts'
import { plural, t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { previewQuery } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './segments.module.css'

const pauseMs = 400

/** How many the rules hold for and ten of them, counted anew shortly after the last change. */
export function AudiencePreview({ rules }: { rules: SegmentRules | null }) {
  const text = rules === null ? null : JSON.stringify(rules)
  const settled = useSettled(text)
  const preview = useQuery({
    ...previewQuery(settled === null ? { match: 'all', rules: [] } : (JSON.parse(settled) as SegmentRules)),
    enabled: settled !== null,
    placeholderData: keepPreviousData,
  })
  const counting = preview.isFetching || settled !== text
  const { data, error } = preview
  return (
    <Card
      title={t('Audience')}
      aside={counting && rules ? <Loader size={14} aria-label={t('Counting')} /> : null}
      className={classes.preview}
    >
      <p className={classes.count} role="status">
        {data ? (
          <>
            <strong className="tnum">{formatNumber(data.count)}</strong> {plural(data.count, { one: 'contact', other: 'contacts' })}
          </>
        ) : (
          preview.isPending && rules && !error && <Skeleton height={30} width={120} />
        )}
      </p>
      {rules === null && <p className={styles.textPlain}>{t('Finish the marked conditions to count again.')}</p>}
      {error && rules && (
        <p className={classes.problem} role="alert">
          {error instanceof ApiError ? error.message : t('The contacts could not be counted.')}
        </p>
      )}
      {data && !error && (
        <ul className={classes.sample} aria-label={t('Ten of them, newest first')} data-stale={counting || undefined}>
          {data.sample.map(({ id, name, email, phone }) => (
            <li key={id}>
              <span className={classes.person}>{name || email || phone || t('No name')}</span>
              {name && <span className={classes.address}>{email ?? phone}</span>}
            </li>
          ))}
        </ul>
      )}
      {data && !error && data.count > 0 && (
        <p className={`${styles.textPlain} ${classes.took}`}>{t('Counted in {ms} ms', { ms: formatNumber(data.tookMs) })}</p>
      )}
    </Card>
  )
}

/** The rules as text, debounced; null before there are any. */
function useSettled(text: string | null): string | null {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    if (text === null) return
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
