import { ActionIcon, Switch, Tooltip } from '@mantine/core'
import { IconBolt, IconCalendarTime, IconCopy, IconEdit, IconHandClick, IconPlayerPlay, IconWebhook } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { TriggerType } from '@imperium/contract/workflows/workflow-definition.ts'
import type { Workflow } from '@imperium/contract/workflows/workflows.ts'
import { formatNumber } from '../../../lib/format.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { t } from '../../../lib/words.ts'
import { useOrgSlug } from '../../../ui/page/org-link.tsx'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { useStartRefusal } from '../use-start-refusal.ts'
import type { WorkflowActions } from '../use-workflow-actions.ts'
import { WorkflowMenu } from '../workflow-menu.tsx'
import { rateText, statusTones, statusText, triggerLabels } from '../workflow-labels.ts'
import styles from '../../../ui/styles.module.css'
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

/** One workflow of the list. Its name's button spreads over the card, so a click anywhere else opens it. */
export function WorkflowCard({ workflow, actions, onDialog }: CardProps) {
  const navigate = useNavigate()
  const orgSlug = useOrgSlug()
  const { id, name, description, status, trigger, hasChanges, version } = workflow
  const Glyph = triggerIcons[trigger.type]
  return (
    <article className={classes.card} aria-label={name}>
      <div className={styles.rowTop}>
        <span className={classes.cardIcon}>
          <Glyph size={17} stroke={1.7} aria-hidden />
        </span>
        <span className={styles.grow}>
          <button
            type="button"
            className={classes.cardName}
            onClick={() => void navigate({ to: '/org/$orgSlug/workflows/$workflowId', params: { orgSlug, workflowId: id } })}
          >
            {name}
          </button>
          <span className={classes.cardTrigger}>
            {triggerLabels[trigger.type]}
            {trigger.value && <span className={classes.cardValue}>{trigger.value}</span>}
          </span>
        </span>
        <StatusSwitch workflow={workflow} actions={actions} />
      </div>
      <p className={classes.cardText}>{description || t('No description')}</p>
      <dl className={classes.counts}>
        <Count label={t('Actions')} value={formatNumber(workflow.actions)} />
        <Count label={t('Executions')} value={formatNumber(workflow.executions)} />
        <Count label={t('Success rate')} value={rateText(workflow.successRate)} />
        <Count label={t('Last run')} value={<RelativeTime at={workflow.lastRun} />} />
      </dl>
      <div className={classes.cardFoot}>
        <span className={classes.cardNote}>
          {status === 'draft' ? t('Not published yet') : t('Version {version}', { version: version ?? 0 })}
          {status !== 'draft' && hasChanges && ` · ${t('unpublished changes')}`}
        </span>
        <CardActions workflow={workflow} actions={actions} onDialog={onDialog} />
      </div>
    </article>
  )
}

/** Active or paused by one press; a draft stays a draft until it is published. */
function StatusSwitch({ workflow, actions }: Pick<CardProps, 'workflow' | 'actions'>) {
  const refusal = useGate('workflows:write')
  const { status, name } = workflow
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

function CardActions({ workflow, actions, onDialog }: CardProps) {
  const navigate = useNavigate()
  const orgSlug = useOrgSlug()
  const writeRefusal = useGate('workflows:write')
  const runRefusal = useStartRefusal(workflow)
  return (
    <span className={classes.cardButtons}>
      <CardAction
        label={t('Edit')}
        icon={IconEdit}
        name={workflow.name}
        refusal={writeRefusal}
        onClick={() => void navigate({ href: `/org/${orgSlug}/workflows/${workflow.id}/edit` })}
      />
      <CardAction label={t('Run now')} icon={IconPlayerPlay} name={workflow.name} refusal={runRefusal} onClick={() => onDialog('start')} />
      <CardAction
        label={t('Duplicate')}
        icon={IconCopy}
        name={workflow.name}
        refusal={writeRefusal}
        busy={actions.busy}
        onClick={() => actions.duplicate(workflow)}
      />
      <WorkflowMenu workflow={workflow} actions={actions} onTemplate={() => onDialog('template')} />
    </span>
  )
}

function Count({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

interface CardActionProps {
  label: string
  icon: Icon
  name: string
  refusal?: string | undefined
  busy?: boolean
  onClick: () => void
}

function CardAction({ label, icon: Glyph, name, refusal, busy = false, onClick }: CardActionProps) {
  return (
    <Tooltip label={refusal ?? label}>
      <ActionIcon
        aria-label={`${label}: ${name}`}
        size={32}
        {...(refusal === undefined ? {} : { 'data-disabled': true })}
        aria-disabled={refusal !== undefined}
        disabled={busy}
        onClick={() => {
          if (refusal === undefined) onClick()
        }}
      >
        <Glyph size={17} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
