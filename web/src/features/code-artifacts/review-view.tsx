import { Button, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CodeArtifact } from '@imperium/contract/code-artifacts/code-artifact.ts'
import { formatMoment } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { requestReviewMutation, reviewMutation } from './api.ts'
import { refusalTexts } from './artifact-labels.ts'
import styles from '../../ui/styles.module.css'
import classes from './code-artifacts.module.css'

interface ViewProps {
  artifact: CodeArtifact
  refusal: string | undefined
}

/** Asks for a review, takes the decision of another person, and lists those that were made. */
export function ReviewView({ artifact, refusal }: ViewProps) {
  const { id, version, status, inReview, syntaxValid, mayReview, reviews } = artifact
  const ask = useMutation(requestReviewMutation)
  const canAsk = syntaxValid && !inReview && (status === 'generated' || status === 'reviewed')
  return (
    <div className={styles.stack}>
      {canAsk && (
        <div>
          <Button
            variant="default"
            disabled={refusal !== undefined || ask.isPending}
            title={refusal}
            onClick={() => ask.mutate({ params: { id }, body: { version } })}
          >
            {t('Request a review')}
          </Button>
        </div>
      )}
      {mayReview === 'yes' ? <Decision artifact={artifact} refusal={refusal} /> : <p className={styles.text}>{refusalTexts[mayReview]}</p>}
      <ul className={`${styles.list} ${classes.rows}`} aria-label={t('Reviews')}>
        {reviews.map((review) => (
          <li key={review.id}>
            <span>
              {t('Version {version}', { version: review.version })} ·{' '}
              {review.decision === 'approved' ? t('Approved') : t('Changes requested')}
              {review.isOwn && ` (${t('own work, as the only member')})`}
              {review.note && <p className={`${styles.text} ${styles.wrap}`}>{review.note}</p>}
            </span>
            <span className={styles.muted}>
              {review.reviewer}, {formatMoment(review.reviewedAt)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Decision({ artifact: { id, version }, refusal }: ViewProps) {
  const [note, setNote] = useState('')
  const save = useMutation(reviewMutation)
  const decide = (decision: 'approved' | 'changes_requested') => save.mutate({ params: { id }, body: { version, decision, note } })
  const isOff = refusal !== undefined || save.isPending
  return (
    <div className={styles.stack}>
      <Textarea
        label={t('Note')}
        autosize
        minRows={2}
        maxLength={2_000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <div className={styles.buttons}>
        <Button disabled={isOff} title={refusal} onClick={() => decide('approved')}>
          {t('Approve version {version}', { version })}
        </Button>
        <Button variant="default" disabled={isOff} title={refusal} onClick={() => decide('changes_requested')}>
          {t('Request changes')}
        </Button>
      </div>
    </div>
  )
}
