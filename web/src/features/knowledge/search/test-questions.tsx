import { Button, NumberInput, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { KnowledgeIndex } from '@imperium/contract/knowledge/knowledge-index.ts'
import type { TestQuestion, TestResult } from '@imperium/contract/knowledge/test-questions.ts'
import { formatPercent } from '../../../lib/format.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { t } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { FactList } from '../../../ui/text/fact-list.tsx'
import { indexQuery, removeTestMutation, runTestsMutation, testQuestionsQuery } from './search-api.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../knowledge.module.css'

/** A question with what is compared: a trial of other settings with the last run, or the last run with the one before. */
interface Compared {
  question: TestQuestion
  now: TestResult | null
  before: TestResult | null
}

/** Questions whose answers are known: what a change of the search does to them. */
export function TestQuestions() {
  const { data, error, refetch } = useQuery(testQuestionsQuery)
  const index = useQuery(indexQuery).data
  if (error) return <ErrorState error={error} title={t('The test questions could not be loaded')} onRetry={() => void refetch()} />
  return (
    <Card title={t('Test questions')}>
      <div className={styles.stack}>
        <p className={classes.excerpt}>
          {t(
            'Questions whose answer you know show what a change does. Try a question above, mark the passages that answer it and keep it.',
          )}
        </p>
        {!data && <Skeleton height={80} radius={8} />}
        {data && data.length > 0 && index && <Kept key={`${index.leastStrength}/${index.passages}`} questions={data} index={index} />}
      </div>
    </Card>
  )
}

function Kept({ questions, index }: { questions: TestQuestion[]; index: KnowledgeIndex }) {
  const refusal = useGate('knowledge:manage')
  const [settings, setSettings] = useState({ leastStrength: index.leastStrength, passages: index.passages })
  const run = useMutation(runTestsMutation)
  const isTrial = settings.leastStrength !== index.leastStrength || settings.passages !== index.passages
  const asked = run.variables?.body
  const tried = run.data && asked?.leastStrength !== undefined ? new Map(run.data.results.map(({ id, result }) => [id, result])) : null
  const compared = questions.map((question): Compared => {
    const { result, previous } = question
    return tried ? { question, now: tried.get(question.id) ?? null, before: result } : { question, now: result, before: previous }
  })
  const set = (field: keyof typeof settings) => (value: string | number) =>
    setSettings((former) => ({ ...former, [field]: typeof value === 'number' ? value : index[field] }))
  return (
    <>
      <div className={`${styles.wrapped} ${classes.trial}`}>
        <NumberInput
          label={t('Least strength')}
          suffix=" %"
          min={0}
          max={100}
          allowDecimal={false}
          value={settings.leastStrength}
          onChange={set('leastStrength')}
        />
        <NumberInput
          label={t('Passages for an agent')}
          min={1}
          max={20}
          allowDecimal={false}
          value={settings.passages}
          onChange={set('passages')}
        />
        <Button
          disabled={refusal !== undefined}
          title={refusal}
          loading={run.isPending}
          onClick={() => run.mutate({ body: isTrial ? settings : {} })}
        >
          {isTrial ? t('Ask with these settings') : t('Ask all questions')}
        </Button>
      </div>
      {tried && <Notice tone="info">{t('A trial: nothing was changed. To keep these settings, choose Change at the top.')}</Notice>}
      {compared.some(({ now }) => now !== null) && <Summary compared={compared} />}
      <ul className={`${styles.list} ${styles.stack8}`} aria-label={t('Test questions')}>
        {compared.map((each) => (
          <Row key={each.question.id} compared={each} refusal={refusal} />
        ))}
      </ul>
    </>
  )
}

const hasAnswer = ({ question }: Compared): boolean => question.passages.length > 0

function Summary({ compared }: { compared: Compared[] }) {
  const answered = compared.filter(hasAnswer)
  const others = compared.filter((each) => !hasAnswer(each))
  const count = (of: Compared[], is: (result: TestResult) => boolean): string => {
    const [now, before] = (['now', 'before'] as const).map((which) => of.filter((each) => each[which] && is(each[which])).length)
    const text = t('{count} of {total}', { count: now ?? 0, total: of.length })
    return compared.some((each) => each.before) && now !== before ? t('{text} (before: {before})', { text, before: before ?? 0 }) : text
  }
  return (
    <FactList
      labelWidth={230}
      facts={[
        [t('Right passage first'), count(answered, ({ rank }) => rank === 1)],
        [t('Right passage among five'), count(answered, ({ rank }) => rank !== null && rank <= 5)],
        [t('An agent gets it'), count(answered, ({ isGiven }) => isGiven)],
        [t('Passages where none answers'), count(others, ({ given }) => given > 0)],
      ]}
    />
  )
}

function Row({ compared, refusal }: { compared: Compared; refusal: string | undefined }) {
  const { question, now, before } = compared
  const remove = useMutation(removeTestMutation)
  return (
    <li className={classes.item}>
      <span className={classes.itemText}>
        <span className={classes.rowTitle}>{question.question}</span>
        <span className={classes.excerpt}>
          {question.passages.length === 0
            ? t('No passage answers it')
            : question.passages.map(({ title, headings }) => [title, ...headings.slice(1)].join(' › ')).join(' · ')}
        </span>
        <span className={`${classes.facts} ${styles.small}`}>
          <Outcome hasAnswer={hasAnswer(compared)} result={now} />
          {before && now && describe(hasAnswer(compared), before) !== describe(hasAnswer(compared), now) && (
            <span>{t('Before: {result}', { result: describe(hasAnswer(compared), before) })}</span>
          )}
        </span>
      </span>
      <Button
        variant="subtle"
        size="xs"
        disabled={refusal !== undefined || remove.isPending}
        title={refusal}
        aria-label={t('Delete {name}', { name: question.question })}
        onClick={() => remove.mutate({ params: { id: question.id } })}
      >
        {t('Delete')}
      </Button>
    </li>
  )
}

const isGood = (answers: boolean, { isGiven, given }: TestResult): boolean => (answers ? isGiven : given === 0)

function describe(answers: boolean, { rank, strength, isGiven, given }: TestResult): string {
  if (!answers) return given === 0 ? t('No passage, as it should be') : t('{count} passages, but none answers', { count: given })
  if (rank === null) return t('Right passage not found')
  const place = t('Place {rank}, strength {strength}', { rank, strength: formatPercent(strength) })
  return isGiven ? place : t('{place}: too weak or too far down for an agent', { place })
}

function Outcome({ hasAnswer: answers, result }: { hasAnswer: boolean; result: TestResult | null }) {
  if (!result) return <span>{t('Not asked yet')}</span>
  return <StatusDot tone={isGood(answers, result) ? 'ok' : 'warn'} label={describe(answers, result)} />
}
