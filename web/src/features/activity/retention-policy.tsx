import { Select, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { historyDays, retentionDays } from '@imperium/contract/activity.ts'
import { useCan } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { confirm } from '../../ui/dialog/confirm.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import classes from './activity.module.css'
import { retentionQuery, setRetentionMutation } from './api.ts'
import type { Retention } from './api.ts'

/** Shows how long the organization stores activity and the results of campaigns and conversations. */
export function RetentionPolicy() {
  const { data, isError, error, refetch } = useQuery(retentionQuery)
  return (
    <Card title={t('Data retention')}>
      <div className={classes.policy}>
        {isError && !data && <ErrorState plain error={error} title={t('Retention could not be loaded')} onRetry={() => void refetch()} />}
        {!data && !isError && <Skeleton height={220} />}
        {data && <Choices retention={data} />}
        <p className={classes.policyText}>{t('The security audit log is always stored for at least a year.')}</p>
      </div>
    </Card>
  )
}

function Choices({ retention }: { retention: Retention }) {
  const mayChange = useCan('security:manage')
  const save = useMutation(setRetentionMutation)
  const props: ChoiceProps = {
    retention,
    isOff: !mayChange || save.isPending,
    save: (change) =>
      save.mutate({
        body: {
          retentionDays: retention.retentionDays,
          historyDays: retention.historyDays,
          ...change,
          updatedAt: retention.updatedAt,
        },
      }),
  }
  return (
    <>
      <RunsChoice {...props} />
      <HistoryChoice {...props} />
      {!mayChange && <p className={classes.policyText}>{t('Only owners and administrators can change it.')}</p>}
    </>
  )
}

interface ChoiceProps {
  retention: Retention
  isOff: boolean
  save: (change: Partial<Pick<Retention, 'retentionDays' | 'historyDays'>>) => void
}

function RunsChoice({ retention, isOff, save }: ChoiceProps) {
  async function choose(value: string | null): Promise<void> {
    const days = retentionDays.find((each) => String(each) === value)
    if (days === undefined || days === retention.retentionDays) return
    // Less is erased for good, at the latest an hour from now.
    const shorter = days < retention.retentionDays
    const agreed =
      !shorter ||
      (await confirm({
        title: t('Keep {days} days only', { days }),
        message: t('Runs that are older than {days} days are erased within the hour. This cannot be undone.', { days }),
        action: t('Erase older runs'),
      }))
    if (agreed) save({ retentionDays: days })
  }
  return (
    <div className={classes.choice}>
      <Select
        label={t('Activity and runs')}
        w={280}
        maw="100%"
        allowDeselect={false}
        disabled={isOff}
        value={String(retention.retentionDays)}
        data={retentionDays.map((each) => ({
          value: String(each),
          label: each === retention.recommendedDays ? t('{days} days (recommended)', { days: each }) : t('{days} days', { days: each }),
        }))}
        onChange={(value) => void choose(value)}
      />
      <p className={classes.policyText}>
        {t('How long activity is shown and how long runs are stored with their inputs and outputs. Dashboard figures stay.')}
      </p>
    </div>
  )
}

const ever = 'ever'
const historyLabels: Record<string, string> = {
  90: t('90 days'),
  365: t('1 year'),
  730: t('2 years (recommended)'),
  [ever]: t('Forever'),
}
const keyOf = (days: Retention['historyDays']): string => (days === null ? ever : String(days))

function HistoryChoice({ retention, isOff, save }: ChoiceProps) {
  async function choose(value: string | null): Promise<void> {
    const days = historyDays.find((each) => keyOf(each) === value)
    if (days === undefined || days === retention.historyDays) return
    const agreed =
      days === null ||
      (retention.historyDays !== null && days > retention.historyDays) ||
      (await confirm({
        title: t('Erase older history'),
        message: t(
          'Recipients of campaigns that ended more than {days} days ago, and conversations inactive for longer, are erased within the hour. This cannot be undone.',
          { days },
        ),
        action: t('Erase older history'),
      }))
    if (agreed) save({ historyDays: days })
  }
  return (
    <div className={classes.choice}>
      <Select
        label={t('Campaign and message history')}
        w={280}
        maw="100%"
        allowDeselect={false}
        disabled={isOff}
        value={keyOf(retention.historyDays)}
        data={historyDays.map((each) => ({ value: keyOf(each), label: historyLabels[keyOf(each)] ?? keyOf(each) }))}
        onChange={(value) => void choose(value)}
      />
      <p className={classes.policyText}>
        {t(
          'Erased after that: recipients of finished campaigns with their opens, clicks and agent-written messages; and conversations without new messages since, with their files.',
        )}
      </p>
      <p className={classes.policyText}>
        {t(
          'Kept: figures and charts of every campaign, consent and its proof, the suppression list, and the last send, open, click and reply of each contact. A campaign used by a segment keeps its recipients as long as the segment uses it.',
        )}
      </p>
    </div>
  )
}
