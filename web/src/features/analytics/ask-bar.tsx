import { Button, TextInput } from '@mantine/core'
import { IconMessageQuestion } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '@imperium/contract/analytics/ask.ts'
import type { Answer, AskedQuery } from '@imperium/contract/analytics/ask.ts'
import { factsOf } from '@imperium/contract/analytics/metrics.ts'
import { mutation } from '../../lib/api.ts'
import type { ChangeSearch } from '../../lib/search-params.ts'
import { t } from '../../lib/words.ts'
import type { AnalyticsSearch } from './analytics-search.ts'
import { comparisonLabels, periodLabels, splitLabels } from './area-labels.ts'
import styles from '../../ui/styles.module.css'
import classes from './analytics.module.css'

const askMutation = mutation(ask.read, { failure: t('The question could not be read') })

/** A question becomes the page's own query, which stays visible and can be changed. Where several metrics fit, it asks back. */
export function AskBar({ change }: { change: ChangeSearch<AnalyticsSearch> }) {
  const [question, setQuestion] = useState('')
  const asking = useMutation(askMutation)
  const show = (query: AskedQuery) => {
    change(searchOf(query))
    asking.reset()
  }
  const answer = asking.data
  return (
    <form
      className={styles.stack}
      role="search"
      aria-label={t('Ask in words')}
      onSubmit={(event) => {
        event.preventDefault()
        if (question.trim() === '') return
        asking.mutate(
          { body: { question: question.trim() } },
          { onSuccess: ({ state, queries: [first] }) => state === 'query' && first && change(searchOf(first)) },
        )
      }}
    >
      <div className={styles.row}>
        <TextInput
          className={styles.grow ?? ''}
          aria-label={t('Ask in words')}
          placeholder={t('Ask in words: new contacts by source this month')}
          leftSection={<IconMessageQuestion size={17} stroke={1.7} aria-hidden />}
          maxLength={300}
          value={question}
          onChange={(event) => setQuestion(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={asking.isPending} disabled={question.trim() === ''}>
          {t('Ask')}
        </Button>
      </div>
      {answer && (
        <div role="status" className={styles.row}>
          <Reply answer={answer} onChoose={show} />
        </div>
      )}
    </form>
  )
}

/** The page as the query says it: area, metric, period, part and comparison. */
const searchOf = ({ metric, period, by, compare }: AskedQuery): Parameters<ChangeSearch<AnalyticsSearch>>[0] => ({
  tab: factsOf(metric).area,
  metric,
  period: period === '30d' ? undefined : period,
  by: by === 'time' ? undefined : by,
  compare: compare === 'previous' ? undefined : compare,
})

const textOf = ({ label, period, by, compare }: Answer['queries'][number]): string =>
  [
    label,
    periodLabels[period],
    ...(by === 'time' ? [] : [t('by {part}', { part: splitLabels[by] })]),
    ...(compare === 'previous' ? [] : [comparisonLabels[compare]]),
  ].join(', ')

function Reply({ answer: { state, queries, unread }, onChoose }: { answer: Answer; onChoose: (query: AskedQuery) => void }) {
  const [first] = queries
  if (state === 'query' && first) return <p className={classes.about}>{t('Read as: {query}', { query: textOf(first) })}</p>
  return (
    <>
      <p className={classes.about}>
        {state === 'unknown' && t('This is not in the registry of metrics.')}
        {state === 'refused' && t('This metric cannot be broken down that way. Without it:')}
        {state === 'choice' &&
          (unread.length > 0 ? t('Not understood: {words}. Did you mean:', { words: unread.join(', ') }) : t('Which one do you mean?'))}
      </p>
      {queries.map((query) => (
        <Button key={query.metric} variant="default" size="compact-sm" onClick={() => onChoose(query)}>
          {textOf(query)}
        </Button>
      ))}
    </>
  )
}
