import { Switch, Tooltip } from '@mantine/core'
import { IconBolt, IconCalendarTime, IconCopy, IconEdit, IconHandClick, IconPlayerPlay, IconWebhook } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { TriggerType } from '@imperium/contract/workflows/workflow-definition.ts'
import type { Workflow } from '@imperium/contract/workflows/workflows.ts'
import { formatNumber } from '../../../lib/format.ts'
import { useGate, useStopGate } from '../../../lib/use-gate.ts'
import { t } from '../../../lib/words.ts'
import { useOrgSlug } from '../../../ui/page/org-link.tsx'
import { CardFigures, CardIcon, ResourceCard } from '../../../ui/resource/resource-card.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { useStartRefusal } from '../use-start-refusal.ts'
import type { WorkflowActions } from '../use-workflow-actions.ts'
import { WorkflowMenu } from '../workflow-menu.tsx'
import { rateText, statusTones, statusText, triggerLabels } from '../workflow-labels.ts'
import classes from '../workflows.module.css'

const triggerIcons: Record<TriggerType, Icon> = {
  webhook: IconWebhook,
  schedule: IconCalendarTime,
  event: IconBolt,
  manual: IconHandClick,
}

interface CardProps {
  workflow: Workflow
  actions: WorkflowActions
  onDialog: (kind: 'start' | 'template') => void
}

/** One workflow of the list. */
export function WorkflowCard({ workflow, actions, onDialog }: CardProps) {
  const navigate = useNavigate()
  const orgSlug = useOrgSlug()
  const writeRefusal = useGate('workflows:write')
  const runRefusal = useStartRefusal(workflow)
  const { id, name, description, status, trigger, hasChanges, version } = workflow
  return (
    <ResourceCard
      name={name}
      icon={<CardIcon icon={triggerIcons[trigger.type]} />}
      about={
        <>
          {triggerLabels[trigger.type]}
          {trigger.value && <span className={classes.cardValue}>{trigger.value}</span>}
        </>
      }
      onOpen={() => void navigate({ to: '/org/$orgSlug/workflows/$workflowId', params: { orgSlug, workflowId: id } })}
      status={<StatusSwitch workflow={workflow} actions={actions} />}
      description={description}
      note={
        <>
          {status === 'draft' ? t('Not published yet') : t('Version {version}', { version: version ?? 0 })}
          {status !== 'draft' && hasChanges && ` · ${t('unpublished changes')}`}
        </>
      }
      actions={[
        {
          label: t('Edit'),
          icon: IconEdit,
          refusal: writeRefusal,
          onClick: () => void navigate({ href: `/org/${orgSlug}/workflows/${id}/edit` }),
        },
        { label: t('Run for real'), icon: IconPlayerPlay, refusal: runRefusal, onClick: () => onDialog('start') },
        {
          label: t('Duplicate'),
          icon: IconCopy,
          refusal: writeRefusal,
          busy: actions.busy,
          onClick: () => actions.duplicate(workflow),
        },
      ]}
      menu={<WorkflowMenu workflow={workflow} actions={actions} onTemplate={() => onDialog('template')} />}
    >
      <CardFigures
        figures={[
          [t('Actions'), formatNumber(workflow.actions)],
          [t('Runs'), formatNumber(workflow.executions)],
          [t('Success rate'), rateText(workflow.successRate)],
          [t('Last run'), <RelativeTime key="last" at={workflow.lastRun} />],
        ]}
      />
    </ResourceCard>
  )
}

/** Active or paused by one press; a draft stays a draft until it is published. */
function StatusSwitch({ workflow, actions }: Pick<CardProps, 'workflow' | 'actions'>) {
  const { status, name } = workflow
  const startRefusal = useGate('workflows:write')
  const stopRefusal = useStopGate('workflows:write')
  const refusal = status === 'active' ? stopRefusal : startRefusal
  return (
    <span className={classes.cardStatus}>
      <StatusDot tone={statusTones[status]} label={statusText[status]} />
      {status !== 'draft' && (
        <Tooltip label={refusal ?? (status === 'active' ? t('Pause') : t('Activate'))}>
          <Switch
            size="sm"
            aria-label={t('{name} is active', { name })}
            checked={status === 'active'}
            disabled={refusal !== undefined || actions.busy}
            onChange={() => actions.toggle(workflow)}
          />
        </Tooltip>
      )}
    </span>
  )
}
