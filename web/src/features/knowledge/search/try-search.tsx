import { Button, Checkbox, Skeleton, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import type { SearchTrial } from '@imperium/contract/knowledge/knowledge-index.ts'
import { Filter } from '@imperium/contract/knowledge/metadata.ts'
import { testQuestionLimits } from '@imperium/contract/knowledge/test-questions.ts'
import { formatPercent } from '../../../lib/format.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { t, translateMessage } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { OrgLink } from '../../../ui/page/org-link.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { keepTestMutation, strengthLabel, trialQuery } from './search-api.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../knowledge.module.css'

type Tried = SearchTrial['passages'][number]

const quoteLength = 120

/** Asks the knowledge base as an agent would, and shows why each passage was found. */
export function TrySearch() {
  const [text, setText] = useState('')
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState({ q: '', filter: '' })
  const { data, error, isFetching, refetch } = useQuery({ ...trialQuery(asked.q, asked.filter), enabled: asked.q !== '' })
  const isWrong = typed.trim() !== '' && !Filter.safeParse(typed.trim()).success
  const ask = (event: FormEvent) => {
    event.preventDefault()
    const [q, filter] = [text.trim(), typed.trim()]
    if (isWrong) return
    if (q === asked.q && filter === asked.filter) void refetch()
    else setAsked({ q, filter })
  }
  return (
    <Card title={t('Try a question')}>
      <div className={styles.stack}>
        <form className={`${styles.wrapped} ${classes.ask}`} onSubmit={ask}>
          <TextInput
            aria-label={t('Question')}
            placeholder={t('How do I ...?')}
            maxLength={500}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <TextInput
            aria-label={t('Filter by metadata')}
            placeholder={t('Filter, such as {example}', { example: 'department=sales;year>=2025' })}
            maxLength={1000}
            value={typed}
            error={isWrong && t('Write conditions such as department=sales;year>=2025')}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" disabled={text.trim() === '' || isWrong} loading={isFetching}>
            {t('Search')}
          </Button>
        </form>
        {error && <ErrorState plain error={error} title={t('The knowledge base could not be searched')} onRetry={() => void refetch()} />}
        {!error && isFetching && !data && <Skeleton height={120} radius={8} />}
        {!error && data && <Results key={asked.q} question={asked.q} trial={data} />}
      </div>
    </Card>
  )
}

const placeOf = ({ articleId, documentId, position }: Tried) => ({ articleId, documentId, position })
const keyOf = ({ articleId, documentId, position }: Tried): string => `${articleId ?? documentId}/${position}`

function Results({ question, trial: { passages, usedVectors, usedModel, note } }: { question: string; trial: SearchTrial }) {
  const [right, setRight] = useState<readonly string[]>([])
  return (
    <>
      {note && <Notice tone="warn">{translateMessage(note)}</Notice>}
      <p className={classes.excerpt} role="status">
        {passages.length === 0
          ? t('No passage was found.')
          : usedVectors
            ? t('Words and meanings were compared.')
            : t('Only words were compared.')}{' '}
        {usedModel && t('The default AI model ordered the passages.')}
      </p>
      {passages.length > 0 && (
        <ol className={`${styles.list} ${styles.stack8}`} aria-label={t('Passages')}>
          {passages.map((found) => (
            <Found
              key={keyOf(found)}
              found={found}
              isRight={right.includes(keyOf(found))}
              onMark={(isRight) => setRight(isRight ? [...right, keyOf(found)] : right.filter((key) => key !== keyOf(found)))}
            />
          ))}
        </ol>
      )}
      <KeepQuestion question={question} passages={passages.filter((found) => right.includes(keyOf(found)))} />
    </>
  )
}

/** Keeps the question for later: with the passages that were marked, or as one that nothing answers. */
function KeepQuestion({ question, passages }: { question: string; passages: readonly Tried[] }) {
  const refusal = useGate('knowledge:manage')
  const keep = useMutation(keepTestMutation)
  return (
    <div>
      <Button
        variant="default"
        disabled={refusal !== undefined || keep.isSuccess || passages.length > testQuestionLimits.passages}
        title={refusal}
        loading={keep.isPending}
        onClick={() => keep.mutate({ body: { question, passages: passages.map(placeOf) } })}
      >
        {passages.length > 0 ? t('Keep as test question') : t('Keep as a question that nothing answers')}
      </Button>
    </div>
  )
}

interface FoundProps {
  found: Tried
  isRight: boolean
  onMark: (isRight: boolean) => void
}

function Found({ found, isRight, onMark }: FoundProps) {
  const { articleId, documentId, title, headings, passage, position, score, strength, isAnswer } = found
  const quote = encodeURIComponent(passage.slice(0, quoteLength))
  const path = articleId ? `docs?article=${articleId}&quote=${quote}` : `docs?document=${documentId}&from=${position}&quote=${quote}`
  return (
    <li className={classes.item}>
      <span className={classes.itemText}>
        <span className={classes.rowTitle}>
          <OrgLink path={path} className={classes.name ?? ''}>
            {[title, ...headings.slice(1)].join(' › ')}
          </OrgLink>
        </span>
        <span className={classes.excerpt}>{passage}</span>
        <span className={`${classes.facts} ${styles.small}`}>
          <StatusDot
            tone={isAnswer ? 'ok' : 'idle'}
            label={isAnswer ? t('An agent may answer with it') : t('Not near enough for an agent')}
          />
          <span>{t('{name}: {share}', { name: strengthLabel(strength), share: formatPercent(Math.round(100 * strength)) })}</span>
          <span>{t('Score {score}', { score: score.toFixed(2) })}</span>
          <Reasons found={found} />
        </span>
        <Checkbox
          size="xs"
          mt={4}
          label={t('Answers the question')}
          checked={isRight}
          onChange={(event) => onMark(event.currentTarget.checked)}
        />
      </span>
    </li>
  )
}

function Reasons({ found: { matched, words, similarity } }: { found: Tried }) {
  return (
    <>
      {words.length > 0 && (
        <span>
          {matched === 'all' ? t('All words:') : t('Words:')}{' '}
          {words.map((word) => (
            <mark key={word} className={classes.tag}>
              {word}
            </mark>
          ))}
        </span>
      )}
      {words.length === 0 && <span>{t('No word of the question')}</span>}
      {similarity !== null && <span>{t('Similar meaning: {share}', { share: formatPercent(Math.round(similarity * 100)) })}</span>}
    </>
  )
}
