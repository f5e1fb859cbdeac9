import { Select, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { retentionDays } from '@imperium/contract/activity.ts'
import { useCan } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { confirm } from '../../ui/confirm.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import classes from './activity.module.css'
import { retentionQuery, setRetentionMutation } from './api.ts'
import type { Retention } from './api.ts'

/** How long the organization keeps what its people and agents did. */
export function RetentionPolicy() {
  const { data, isError, error, refetch } = useQuery(retentionQuery)
  return (
    <Card title={t('Data retention')}>
      <div className={classes.policy}>
        <p className={classes.policyText}>
          {t(
            'How long activity is shown, and how long runs are kept with everything they were given and answered. Figures of the dashboard stay.',
          )}
        </p>
        {isError && !data && <ErrorState plain error={error} title={t('Retention could not be loaded')} onRetry={() => void refetch()} />}
        {!data && !isError && <Skeleton height={34} width={280} />}
        {data && <RetentionSelect retention={data} />}
        <p className={classes.policyText}>{t('The security audit log is kept for at least a year, whatever is chosen here.')}</p>
      </div>
    </Card>
  )
}

function RetentionSelect({ retention }: { retention: Retention }) {
  const mayChange = useCan('security:manage')
  const save = useMutation(setRetentionMutation)
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
    if (agreed) save.mutate({ body: { retentionDays: days, updatedAt: retention.updatedAt } })
  }
  return (
    <Select
      label={t('Keep for')}
      w={280}
      maw="100%"
      allowDeselect={false}
      disabled={!mayChange || save.isPending}
      {...(mayChange ? {} : { description: t('Only owners and administrators can change it.') })}
      value={String(retention.retentionDays)}
      data={retentionDays.map((each) => ({
        value: String(each),
        label: each === retention.recommendedDays ? t('{days} days (recommended)', { days: each }) : t('{days} days', { days: each }),
      }))}
      onChange={(value) => void choose(value)}
    />
  )
}
