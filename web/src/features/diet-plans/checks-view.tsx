import { Button, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { DietPlan } from '@imperium/contract/diet-plans/diet-plan.ts'
import { formatFullDay, formatMoment, formatNumber } from '../../lib/format.ts'
import { t, translateMessage } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { confirm } from '../../ui/dialog/confirm.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FactList } from '../../ui/text/fact-list.tsx'
import { reviewMutation } from './api.ts'
import { kindLabels } from './diet-plan-labels.ts'
import styles from '../../ui/styles.module.css'
import classes from './diet-plans.module.css'

interface ViewProps {
  plan: DietPlan
  refusal: string | undefined
}

/** Rules that meals break, what was not checked, and the clinician's decision. */
export function ChecksView({ plan, refusal }: ViewProps) {
  return (
    <div className={styles.stack}>
      <Conflicts plan={plan} />
      <Limits plan={plan} />
      {plan.notChecked.length > 0 && (
        <Notice tone="warn" title={t('Not checked')}>
          {t('No rule covers: {items}.', { items: plan.notChecked.join(', ') })}
        </Notice>
      )}
      <p className={styles.hint}>
        {t('Rules for medications and diseases as of {date}. They are short on purpose and replace no check by a clinician.', {
          date: formatFullDay(plan.rulesAsOf),
        })}
      </p>
      <ReviewCard plan={plan} refusal={refusal} />
    </div>
  )
}

function Conflicts({ plan: { conflicts } }: { plan: DietPlan }) {
  if (conflicts.length === 0) return <p className={styles.text}>{t('The rules that we know found no conflict.')}</p>
  return (
    <Card title={t('Conflicts')}>
      <ul className={`${styles.list} ${classes.conflicts}`}>
        {conflicts.map((conflict) => (
          <li key={`${conflict.day} ${conflict.mealIndex} ${conflict.ingredient} ${conflict.kind} ${conflict.rule}`}>
            <span className={classes.conflictPlace}>{t('Day {day}: {meal}', { day: conflict.day, meal: conflict.meal })}</span>
            <span>
              {t('{ingredient} conflicts with {rule}', { ingredient: conflict.ingredient, rule: conflict.rule })}
              <span className={styles.muted}>
                {' '}
                ({kindLabels[conflict.kind]}: {translateMessage(conflict.because)})
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Days above a daily limit of the disease. */
function Limits({ plan: { limits } }: { plan: DietPlan }) {
  if (limits.length === 0) return null
  return (
    <Card title={t('Daily limits')}>
      <ul className={`${styles.list} ${classes.conflicts}`}>
        {limits.map(({ day, milligrams, most, unknown, rule, source }) => (
          <li key={day}>
            <span className={classes.conflictPlace}>{t('Day {day}', { day })}</span>
            <span>
              {t('Sodium {amount} mg, at most {most} mg for {rule}', {
                amount: formatNumber(milligrams),
                most: formatNumber(most),
                rule,
              })}
              <span className={styles.muted}>
                {' '}
                ({[source, unknown > 0 && t('{count} ingredients without a number', { count: unknown })].filter(Boolean).join('; ')})
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function ReviewCard({ plan, refusal }: ViewProps) {
  const { review, version, consent, id } = plan
  const [note, setNote] = useState('')
  const save = useMutation(reviewMutation)
  const isOff = refusal !== undefined || plan.work !== null || version === 0 || save.isPending
  const isCurrent = review !== null && review.version === version
  async function decide(decision: 'approved' | 'withdrawn'): Promise<void> {
    const isApproval = decision === 'approved'
    const question = isApproval
      ? {
          title: t('Approve plan'),
          message: t('You approve version {version} under your name.', { version }),
          action: t('Approve'),
          danger: false,
        }
      : { title: t('Withdraw plan'), message: t('A withdrawn plan is no longer active.'), action: t('Withdraw') }
    if (await confirm(question)) save.mutate({ params: { id }, body: { version, decision, note } }, { onSuccess: () => setNote('') })
  }
  return (
    <Card title={t("Clinician's review")}>
      <FactList
        facts={[
          [t('State'), reviewState(plan)],
          review && [t('Reviewed by'), `${review.reviewer}, ${formatMoment(review.reviewedAt)}`],
          review && !isCurrent && [t('Version'), t('Version {version}, now {now}', { version: review.version, now: version })],
          review?.note && [t('Note'), review.note],
          [
            t('Consent'),
            consent
              ? t('Recorded by {name}, {date}', { name: consent.recordedBy, date: formatMoment(consent.givenAt) })
              : t('Not recorded'),
          ],
        ]}
      />
      <Textarea
        label={t('Note')}
        autosize
        minRows={2}
        maxLength={1_000}
        value={note}
        disabled={isOff}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <div className={styles.buttons}>
        <Button disabled={isOff} title={refusal} onClick={() => void decide('approved')}>
          {t('Approve')}
        </Button>
        <Button variant="default" disabled={isOff} title={refusal} onClick={() => void decide('withdrawn')}>
          {t('Withdraw')}
        </Button>
      </div>
    </Card>
  )
}

function reviewState({ review, version }: DietPlan): string {
  if (review === null) return t('Not reviewed yet')
  if (review.decision === 'withdrawn') return t('Withdrawn')
  return review.version === version ? t('Approved') : t('Changed since the review')
}
