import { ActionIcon, Button, Skeleton, Switch } from '@mantine/core'
import { IconBell, IconEdit, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { MetricDefinition } from '@imperium/contract/analytics/analytics.ts'
import type { MetricAlert } from '@imperium/contract/analytics/metric-alerts.ts'
import { formatMoment } from '../../../lib/format.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { t } from '../../../lib/words.ts'
import { confirm } from '../../../ui/dialog/confirm.ts'
import { SidePanel } from '../../../ui/dialog/side-panel.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { formatMetric } from '../format-metric.ts'
import { AlertDialog } from './alert-dialog.tsx'
import { alertStates, ruleText } from './alert-labels.ts'
import { alertsQuery, pauseAlertMutation, removeAlertMutation } from './api.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../analytics.module.css'

interface AlertsPanelProps {
  /** `list`, `new` with the form, or the id of the one to change. */
  open: string
  definitions: readonly MetricDefinition[]
  /** What a new alert begins with. */
  metric: MetricDefinition | undefined
  onOpen: (open: string | undefined) => void
}

/** The alerts of the organization on metrics that the reader may see, with their state. */
export function AlertsPanel({ open, definitions, metric, onOpen }: AlertsPanelProps) {
  const { data, error, refetch } = useQuery(alertsQuery)
  const refusal = useGate('analytics:write')
  const editing = data?.find(({ id, isEditable }) => id === open && isEditable) ?? null
  return (
    <SidePanel
      opened
      onClose={() => onOpen(undefined)}
      title={t('Alerts')}
      subtitle={t('Each is checked every 15 minutes.')}
      actions={
        <Button
          size="compact-sm"
          leftSection={<IconPlus size={15} stroke={1.8} aria-hidden />}
          disabled={refusal !== undefined}
          title={refusal}
          onClick={() => onOpen('new')}
        >
          {t('New alert')}
        </Button>
      }
    >
      {error && !data && <ErrorState error={error} title={t('The alerts could not be loaded')} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={220} radius="md" />}
      {data?.length === 0 && (
        <EmptyState
          plain
          icon={IconBell}
          title={t('No alerts yet')}
          text={t('An alert tells you when a number passes a limit or stops coming.')}
        />
      )}
      {data && data.length > 0 && (
        <ul className={styles.list}>
          {data.map((alert) => (
            <AlertRow key={alert.id} alert={alert} definitions={definitions} onEdit={() => onOpen(alert.id)} />
          ))}
        </ul>
      )}
      {(open === 'new' || editing) && (
        <AlertDialog key={open} editing={editing} definitions={definitions} metric={metric} onClose={() => onOpen('list')} />
      )}
    </SidePanel>
  )
}

interface RowProps {
  alert: MetricAlert
  definitions: readonly MetricDefinition[]
  onEdit: () => void
}

function AlertRow({ alert, definitions, onEdit }: RowProps) {
  const { id, name, isEnabled, isEditable, lastValue, currency, checkedAt, updatedAt } = alert
  const refusal = useGate('analytics:write')
  const pause = useMutation(pauseAlertMutation)
  const remove = useMutation(removeAlertMutation)
  const metric = definitions.find((each) => each.id === alert.metric)
  const state =
    alert.state === 'missing' && alert.isFiring
      ? { ...alertStates.firing, label: t('Firing, without a value now') }
      : alertStates[alert.state]
  const askRemove = async () => {
    if (await confirm({ title: t('Delete alert'), message: t('No one is told any more. This cannot be undone.'), action: t('Delete') }))
      remove.mutate({ params: { id } })
  }
  return (
    <li className={classes.alertRow}>
      <span className={styles.grow}>
        <span className={classes.alertName}>{name}</span>
        <StatusDot tone={isEnabled ? state.tone : 'idle'} label={isEnabled ? state.label : t('Off')} />
        <span className={`${styles.hint} ${styles.wrap}`}>
          {metric && ruleText(alert, metric)}
          {metric && checkedAt && (
            <>
              <br />
              {t('Last value {value}, checked {moment}', {
                value: formatMetric(lastValue, { unit: metric.unit, currency }),
                moment: formatMoment(checkedAt),
              })}
            </>
          )}
        </span>
      </span>
      {isEditable && (
        <span className={styles.row}>
          <Switch
            aria-label={t('On: {name}', { name })}
            checked={isEnabled}
            disabled={refusal !== undefined || pause.isPending}
            onChange={() => pause.mutate({ params: { id }, body: { isEnabled: !isEnabled, updatedAt } })}
          />
          <ActionIcon aria-label={t('Edit: {name}', { name })} disabled={refusal !== undefined} title={refusal} onClick={onEdit}>
            <IconEdit size={17} stroke={1.7} aria-hidden />
          </ActionIcon>
          <ActionIcon
            aria-label={t('Delete: {name}', { name })}
            disabled={refusal !== undefined}
            title={refusal}
            loading={remove.isPending}
            onClick={() => void askRemove()}
          >
            <IconTrash size={17} stroke={1.7} aria-hidden />
          </ActionIcon>
        </span>
      )}
    </li>
  )
}
