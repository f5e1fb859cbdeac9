import { ActionIcon, Button, Skeleton, TextInput } from '@mantine/core'
import { IconBookmark, IconPin, IconPinFilled, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { viewLimits } from '@imperium/contract/analytics/metric-views.ts'
import type { CreateMetricViewBody, MetricView } from '@imperium/contract/analytics/metric-views.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { t } from '../../../lib/words.ts'
import { SidePanel } from '../../../ui/dialog/side-panel.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { comparisonLabels, periodLabels, splitLabels } from '../area-labels.ts'
import { pinMutation, removeViewMutation, saveViewMutation, viewsQuery } from './api.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../analytics.module.css'

interface ViewsPanelProps {
  /** What the page shows now; undefined without a metric. */
  shown: Omit<CreateMetricViewBody, 'name'> | undefined
  labelOf: (metric: string) => string
  onOpen: (view: MetricView) => void
  onClose: () => void
}

/** Saved views of the organization; each can be put on the reader's own dashboard. */
export function ViewsPanel({ shown, labelOf, onOpen, onClose }: ViewsPanelProps) {
  const { data, error, refetch } = useQuery(viewsQuery)
  return (
    <SidePanel opened onClose={onClose} title={t('Saved views')} subtitle={t('Pinned views are on your dashboard.')}>
      <div className={styles.stackWide}>
        {shown && <SaveForm shown={shown} label={labelOf(shown.metric)} />}
        {error && !data && <ErrorState error={error} title={t('The views could not be loaded')} onRetry={() => void refetch()} />}
        {!error && !data && <Skeleton height={160} radius="md" />}
        {data?.length === 0 && (
          <EmptyState plain icon={IconBookmark} title={t('No saved views yet')} text={t('Save what the page shows under a name.')} />
        )}
        {data && data.length > 0 && (
          <ul className={styles.list}>
            {data.map((view) => (
              <ViewRow key={view.id} view={view} all={data} label={labelOf(view.metric)} onOpen={() => onOpen(view)} />
            ))}
          </ul>
        )}
      </div>
    </SidePanel>
  )
}

function SaveForm({ shown, label }: { shown: Omit<CreateMetricViewBody, 'name'>; label: string }) {
  const [name, setName] = useState('')
  const refusal = useGate('analytics:write')
  const save = useMutation(saveViewMutation)
  return (
    <form
      className={styles.row}
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') save.mutate({ body: { ...shown, name: name.trim() } }, { onSuccess: () => setName('') })
      }}
    >
      <TextInput
        className={styles.grow ?? ''}
        aria-label={t('Name')}
        placeholder={label}
        maxLength={120}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" loading={save.isPending} disabled={refusal !== undefined || name.trim() === ''} title={refusal}>
        {t('Save view')}
      </Button>
    </form>
  )
}

const pinnedOf = (views: readonly MetricView[]): string[] =>
  views
    .filter(({ position }) => position !== null)
    .toSorted((one, other) => (one.position ?? 0) - (other.position ?? 0))
    .map(({ id }) => id)

interface RowProps {
  view: MetricView
  all: readonly MetricView[]
  label: string
  onOpen: () => void
}

function ViewRow({ view, all, label, onOpen }: RowProps) {
  const { id, name, period, by, compare, position, isEditable } = view
  const pin = useMutation(pinMutation)
  const remove = useMutation(removeViewMutation)
  const pinned = pinnedOf(all)
  const isPinned = position !== null
  const isFull = !isPinned && pinned.length >= viewLimits.pins
  const facts = [
    label,
    periodLabels[period],
    ...(by === 'time' ? [] : [t('by {part}', { part: splitLabels[by] })]),
    ...(compare === 'previous' ? [] : [comparisonLabels[compare]]),
  ]
  return (
    <li className={classes.alertRow}>
      <span className={styles.grow}>
        <button type="button" className={classes.viewName} onClick={onOpen}>
          {name}
        </button>
        <span className={`${styles.hint} ${styles.wrap}`}>{facts.join(', ')}</span>
      </span>
      <span className={styles.row}>
        <ActionIcon
          aria-label={isPinned ? t('Unpin: {name}', { name }) : t('Pin to the dashboard: {name}', { name })}
          aria-pressed={isPinned}
          disabled={isFull}
          title={isFull ? t('At most 12 views are on a dashboard') : undefined}
          loading={pin.isPending}
          onClick={() => pin.mutate({ body: { ids: isPinned ? pinned.filter((each) => each !== id) : [...pinned, id] } })}
        >
          {isPinned ? <IconPinFilled size={17} stroke={1.7} aria-hidden /> : <IconPin size={17} stroke={1.7} aria-hidden />}
        </ActionIcon>
        {isEditable && (
          <ActionIcon
            aria-label={t('Delete: {name}', { name })}
            loading={remove.isPending}
            onClick={() => remove.mutate({ params: { id } })}
          >
            <IconTrash size={17} stroke={1.7} aria-hidden />
          </ActionIcon>
        )}
      </span>
    </li>
  )
}
