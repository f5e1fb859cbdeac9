import { Button, Skeleton, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { workflowApprovals } from '@imperium/contract/workflows/workflow-approvals.ts'
import { call } from '../../../lib/api.ts'
import { formatMoment } from '../../../lib/format.ts'
import { t } from '../../../lib/words.ts'
import { isDeadLink } from '../../../ui/page/dead-link.ts'
import { LinkPage } from '../../../ui/page/link-page.tsx'
import { linkedApprovalQuery } from '../api.ts'
import styles from '../../../ui/styles.module.css'
import classes from './approval.module.css'

/** /approve/{token}: the emailed link. Opening it decides nothing, because email scanners open links too. */
export function ApprovePage() {
  const { token } = useParams({ from: '/approve/$token' })
  const { data, error, refetch } = useQuery(linkedApprovalQuery(token))
  if (error && isDeadLink(error))
    return (
      <LinkPage title={t('This link does not work')} text={t('It may have been decided, delegated or expired.')} error={error}>
        {null}
      </LinkPage>
    )
  if (error && !data)
    return (
      <LinkPage title={t('Approval')} text={t('This could not be loaded')} error={error}>
        <Button size="md" variant="default" onClick={() => void refetch()}>
          {t('Try again')}
        </Button>
      </LinkPage>
    )
  if (!data)
    return (
      <LinkPage title={t('Approval')} text="">
        <Skeleton height={120} radius={8} />
      </LinkPage>
    )
  return <Question token={token} />
}

const outcomes = {
  approved: t('This was approved.'),
  rejected: t('This was rejected.'),
  expired: t('The time to decide has passed.'),
  cancelled: t('The workflow was cancelled. No decision is needed.'),
} as const

function Question({ token }: { token: string }) {
  const client = useQueryClient()
  const { data } = useQuery(linkedApprovalQuery(token))
  const [comment, setComment] = useState('')
  const decide = useMutation({
    mutationFn: (decision: 'approved' | 'rejected') =>
      call(workflowApprovals.decideByLink, { params: { token }, body: { decision, comment } }),
    meta: { silent: true },
    onSuccess: (saved) => client.setQueryData(linkedApprovalQuery(token).queryKey, saved),
    // Another member may have decided first: refetch and show the decision.
    onError: () => void client.invalidateQueries({ queryKey: linkedApprovalQuery(token).queryKey }),
  })
  if (!data) return null
  const { title, message, status, organization, workflowName, expiresAt, decidedBy } = data
  const about = t('{workflow} of {organization} requests a decision.', { workflow: workflowName, organization })
  if (status !== 'pending')
    return (
      <LinkPage title={title} text={about}>
        <p role="status" className={classes.outcome}>
          {outcomes[status]} {decidedBy && t('Decided by {name}.', { name: decidedBy })}
        </p>
      </LinkPage>
    )
  return (
    <LinkPage title={title} text={about} error={decide.error}>
      <div className={styles.stack}>
        {message && <p className={classes.message}>{message}</p>}
        <Textarea
          label={t('Comment')}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={2000}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        {expiresAt && <p className={styles.textPlain}>{t('Until {moment}', { moment: formatMoment(expiresAt) })}</p>}
        <Button size="md" disabled={decide.isPending} onClick={() => decide.mutate('approved')}>
          {t('Approve')}
        </Button>
        <Button size="md" variant="default" disabled={decide.isPending} onClick={() => decide.mutate('rejected')}>
          {t('Reject')}
        </Button>
      </div>
    </LinkPage>
  )
}
