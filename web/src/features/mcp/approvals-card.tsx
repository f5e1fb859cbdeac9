import { Button, Switch } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { McpApproval } from '@imperium/contract/mcp/mcp.ts'
import { useCan } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { useRows } from '../../ui/list/use-rows.ts'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { approvalsQuery, changePolicyMutation, decideMutation, policyQuery } from './api.ts'
import classes from './mcp.module.css'

const statusText: Record<McpApproval['status'], string> = {
  pending: t('Waits for approval'),
  approved: t('Approved: the same call works once'),
  rejected: t('Rejected'),
}

/** Whether assistants ask before they delete or send, and the calls that wait. */
export function ApprovalsCard() {
  const policy = useQuery(policyQuery)
  const list = useRows(approvalsQuery)
  const change = useMutation(changePolicyMutation)
  const isManager = useCan('api-keys:manage')
  const failed = policy.error ?? list.error
  if (failed) return <ErrorState error={failed} title={t('Approvals could not be loaded')} onRetry={() => void policy.refetch()} />
  return (
    <Card title={t('Approvals')}>
      <Switch
        label={t('Ask before destructive operations')}
        description={t(
          'Deleting, sending, replacing and running over MCP waits until a member approves it here. This holds for API keys over MCP too.',
        )}
        checked={policy.data?.requiresApproval ?? false}
        disabled={!isManager || policy.isPending || change.isPending}
        onChange={(event) => change.mutate({ body: { requiresApproval: event.currentTarget.checked } })}
      />
      {list.rows.length > 0 && (
        <ul className={classes.approvals} aria-label={t('Pending and decided calls')}>
          {list.rows.map((approval) => (
            <Approval key={approval.id} approval={approval} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Approval({ approval: { id, clientName, userName, summary, operation, input, status, createdAt } }: { approval: McpApproval }) {
  const decide = useMutation(decideMutation)
  const given = (isApproved: boolean) => decide.mutate({ params: { id }, body: { isApproved } })
  return (
    <li className={classes.approval}>
      <div className={classes.approvalHead}>
        <span className={classes.name}>{t('{client} for {member}', { client: clientName, member: userName })}</span>
        <span className={classes.hint}>
          {statusText[status]} · <RelativeTime at={createdAt} />
        </span>
      </div>
      <p className={classes.text}>
        {summary} <span className={classes.mono}>({operation})</span>
      </p>
      <CodeBlock code={JSON.stringify(input, null, 2)} label={t('Arguments')} maxHeight={160} />
      {status === 'pending' && (
        <div className={classes.decisions}>
          <Button size="xs" variant="default" disabled={decide.isPending} onClick={() => given(false)}>
            {t('Reject')}
          </Button>
          <Button size="xs" variant="default" disabled={decide.isPending} onClick={() => given(true)}>
            {t('Approve')}
          </Button>
        </div>
      )}
    </li>
  )
}
