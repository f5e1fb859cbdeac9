import { Button, Modal, Select, Skeleton, Textarea } from '@mantine/core'
import { IconCheck, IconUserShare, IconX } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { team } from '@imperium/contract/team.ts'
import { workflowApprovals } from '@imperium/contract/workflows/workflow-approvals.ts'
import type { Approval } from '@imperium/contract/workflows/workflow-approvals.ts'
import { call, keyOf, query } from '../../../lib/api.ts'
import { formatMoment } from '../../../lib/format.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { useUser } from '../../../lib/use-session.ts'
import { t } from '../../../lib/words.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { OrgLink } from '../../../ui/page/org-link.tsx'
import { FactList } from '../../../ui/text/fact-list.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { approvalQuery, refreshRuns } from '../api.ts'
import { approvalTones, approvalLabels } from './approval-labels.ts'
import styles from '../../../ui/styles.module.css'
import classes from './approval.module.css'

interface ApprovalDialogProps {
  id: string
  onClose: () => void
}

/** One approval of a workflow: the assigned member decides, or reassigns it. */
export function ApprovalDialog({ id, onClose }: ApprovalDialogProps) {
  const { data, error, refetch } = useQuery(approvalQuery(id))
  return (
    <Modal opened onClose={onClose} title={data?.title ?? t('Approval')} size={560} closeButtonProps={{ 'aria-label': t('Close') }}>
      {error && !data && <ErrorState plain error={error} title={t('This approval could not be loaded')} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={180} radius={12} />}
      {data && <Question approval={data} onClose={onClose} />}
    </Modal>
  )
}

function Question({ approval, onClose }: { approval: Approval; onClose: () => void }) {
  const { message, workflowName, stepName, status, assignees, expiresAt, runId, isMine } = approval
  const names = assignees.map(({ name }) => name).join(', ')
  return (
    <div className={styles.stack}>
      {message && <p className={classes.message}>{message}</p>}
      <FactList
        labelWidth={104}
        rowSpace={5}
        facts={[
          [
            t('Workflow'),
            <OrgLink key="run" path={`workflows/runs/${runId}`} className={classes.link}>
              {workflowName} · {stepName}
            </OrgLink>,
          ],
          [t('Status'), <StatusDot key="status" tone={approvalTones[status]} label={approvalLabels[status]} />],
          names !== '' && [t('Requested'), names],
          status === 'pending' && expiresAt && [t('Until'), formatMoment(expiresAt)],
          approval.decidedBy && [
            t('Decided by'),
            [approval.decidedBy, ...(approval.decidedAt ? [formatMoment(approval.decidedAt)] : [])].join(' · '),
          ],
          approval.comment && [t('Comment'), approval.comment],
        ]}
      />
      {status === 'pending' && isMine && <Decision approval={approval} onDone={onClose} />}
      {status === 'pending' && !isMine && <p className={styles.textPlain}>{t('Other members were asked. They can delegate it to you.')}</p>}
    </div>
  )
}

function keepApproval(client: QueryClient, saved: Approval): void {
  client.setQueryData(approvalQuery(saved.id).queryKey, saved)
  void client.invalidateQueries({ queryKey: keyOf(workflowApprovals.list) })
  refreshRuns(client)
}

function Decision({ approval, onDone }: { approval: Approval; onDone: () => void }) {
  const client = useQueryClient()
  const refusal = useGate('workflows:approve')
  const [comment, setComment] = useState('')
  const [isHandingOn, setIsHandingOn] = useState(false)
  const decide = useMutation({
    mutationFn: (decision: 'approved' | 'rejected') =>
      call(workflowApprovals.decide, { params: { id: approval.id }, body: { decision, comment } }),
    meta: { failure: t('The decision could not be saved'), success: t('Decision saved') },
    onSuccess: (saved) => {
      keepApproval(client, saved)
      onDone()
    },
    // Another member may have decided first: refetch and show the decision.
    onError: () => void client.invalidateQueries({ queryKey: keyOf(workflowApprovals.read) }),
  })
  if (isHandingOn) return <HandOn approval={approval} onCancel={() => setIsHandingOn(false)} onDone={onDone} />
  const off = { disabled: refusal !== undefined || decide.isPending, title: refusal }
  return (
    <>
      <Textarea
        label={t('Comment')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2000}
        data-autofocus
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <div className={styles.buttons}>
        <Button
          variant="subtle"
          className={classes.footStart ?? ''}
          leftSection={<IconUserShare size={16} stroke={1.7} aria-hidden />}
          {...off}
          onClick={() => setIsHandingOn(true)}
        >
          {t('Delegate')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconX size={16} stroke={1.7} aria-hidden />}
          {...off}
          onClick={() => decide.mutate('rejected')}
        >
          {t('Reject')}
        </Button>
        <Button leftSection={<IconCheck size={16} stroke={1.7} aria-hidden />} {...off} onClick={() => decide.mutate('approved')}>
          {t('Approve')}
        </Button>
      </div>
    </>
  )
}

/** Members who may decide, without the current user. */
function useColleagues() {
  const user = useUser()
  const { data } = useQuery({ ...query(team.members, { query: { status: 'ACTIVE', limit: 200 } }), meta: { silent: true } })
  return (data?.rows ?? [])
    .filter(({ id, role }) => id !== user.id && role !== 'VIEWER')
    .map(({ id, name }) => ({ value: id, label: name }))
}

function HandOn({ approval, onCancel, onDone }: { approval: Approval; onCancel: () => void; onDone: () => void }) {
  const client = useQueryClient()
  const colleagues = useColleagues()
  const [userId, setUserId] = useState<string | null>(null)
  const delegate = useMutation({
    mutationFn: (to: string) => call(workflowApprovals.delegate, { params: { id: approval.id }, body: { userId: to } }),
    meta: { failure: t('Failed to delegate the approval'), success: t('Approval delegated') },
    onSuccess: (saved) => {
      keepApproval(client, saved)
      onDone()
    },
  })
  return (
    <>
      <Select
        label={t('Delegate to')}
        description={t('They are notified and decide in your place.')}
        data={colleagues}
        value={userId}
        onChange={setUserId}
        searchable
        nothingFoundMessage={t('No one else can decide')}
        data-autofocus
      />
      <div className={styles.buttons}>
        <Button variant="default" onClick={onCancel}>
          {t('Back')}
        </Button>
        <Button disabled={userId === null || delegate.isPending} onClick={() => userId && delegate.mutate(userId)}>
          {t('Delegate')}
        </Button>
      </div>
    </>
  )
}
