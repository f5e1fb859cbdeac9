import { Button, Select, Skeleton, TextInput } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { deliveryStatuses } from '@imperium/contract/webhooks.ts'
import type { Webhook } from '@imperium/contract/webhooks.ts'
import { notify } from '../../lib/notify.ts'
import type { ChangeSearch } from '../../lib/search-params.ts'
import { useCan } from '../../lib/use-session.ts'
import { plural, t } from '../../lib/words.ts'
import { confirm } from '../../ui/dialog/confirm.ts'
import { SidePanel } from '../../ui/dialog/side-panel.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { LoadMore } from '../../ui/list/card-list.tsx'
import { useRows } from '../../ui/list/use-rows.ts'
import { deliveriesQuery, replayMutation, sendWaitingMutation, webhookQuery } from './api.ts'
import { DeliveryDetail } from './delivery-detail.tsx'
import { LogRow } from './webhook-cards.tsx'
import { statusLabels } from './webhook-labels.ts'
import type { WebhooksSearch } from './webhooks-search.ts'
import styles from '../../ui/styles.module.css'
import classes from './webhooks.module.css'

interface DeliveriesPanelProps {
  id: string
  search: WebhooksSearch
  change: ChangeSearch<WebhooksSearch>
  refusal: string | undefined
  onClose: () => void
}

/** The delivery log of a webhook, and one delivery of it. */
export function DeliveriesPanel({ id, search, change, refusal, onClose }: DeliveriesPanelProps) {
  const { data: webhook, error, refetch } = useQuery(webhookQuery(id))
  const { delivery } = search
  return (
    <SidePanel opened onClose={onClose} title={webhook?.name ?? t('Delivery log')} subtitle={webhook?.url} width={720}>
      {error && !webhook && <ErrorState error={error} title={t('The webhook could not be loaded')} onRetry={() => void refetch()} />}
      {delivery !== undefined ? (
        <div className={`${styles.stack12} ${classes.stack}`}>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArrowLeft size={14} stroke={1.7} aria-hidden />}
            onClick={() => change({ delivery: undefined }, true)}
          >
            {t('All deliveries')}
          </Button>
          <DeliveryDetail webhookId={id} deliveryId={delivery} canRetry={webhook?.isEnabled ?? false} refusal={refusal} />
        </div>
      ) : (
        webhook && <Log webhook={webhook} search={search} change={change} refusal={refusal} />
      )}
    </SidePanel>
  )
}

function Log({ webhook, search, change, refusal }: Omit<DeliveriesPanelProps, 'id' | 'onClose'> & { webhook: Webhook }) {
  const { id, isEnabled } = webhook
  const mayManage = useCan('webhooks:manage')
  const list = useRows(deliveriesQuery(id, search))
  return (
    <div>
      <div className={classes.filters}>
        <TextInput
          label={t('Search deliveries')}
          value={search.find ?? ''}
          maxLength={200}
          onChange={(event) => change({ find: event.currentTarget.value || undefined }, true)}
        />
        <Select
          label={t('Status')}
          placeholder={t('All')}
          clearable
          data={deliveryStatuses.map((value) => ({ value, label: statusLabels[value].label }))}
          value={search.status ?? null}
          onChange={(status) => change({ status: (status as WebhooksSearch['status'] | null) ?? undefined }, true)}
        />
        {mayManage && isEnabled && <Replay id={id} refusal={refusal} />}
        {mayManage && isEnabled && <SendWaiting id={id} refusal={refusal} />}
      </div>
      {list.error && <ErrorState error={list.error} title={t('The deliveries could not be loaded')} onRetry={list.retry} />}
      {list.table.loading && <Skeleton height={320} radius={8} />}
      {list.isEmpty && (
        <p className={styles.textWrap}>{search.find || search.status ? t('No delivery matches') : t('No delivery logs yet')}</p>
      )}
      <ul className={styles.list} aria-label={t('Deliveries')}>
        {list.rows.map((delivery) => (
          <LogRow
            key={delivery.id}
            delivery={delivery}
            refusal={refusal}
            canRetry={mayManage && isEnabled}
            onOpen={() => change({ delivery: delivery.id })}
          />
        ))}
      </ul>
      <LoadMore list={list} />
    </div>
  )
}

const hourMs = 3_600_000
const spans = [
  { value: '1', label: t('Last hour') },
  { value: '24', label: t('Last 24 hours') },
  { value: '168', label: t('Last 7 days') },
  { value: '720', label: t('Last 30 days') },
] as const

/** The receiver works again: what waits for its next attempt need not wait any longer. */
function SendWaiting({ id, refusal }: { id: string; refusal: string | undefined }) {
  const send = useMutation(sendWaitingMutation)
  const say = ({ deliveries }: { deliveries: number }) =>
    notify.success(plural(deliveries, { one: '{count} delivery is sent now', other: '{count} deliveries are sent now' }))
  return (
    <Button
      variant="default"
      disabled={refusal !== undefined || send.isPending}
      onClick={() => send.mutate({ params: { id } }, { onSuccess: say })}
    >
      {t('Send all that wait now')}
    </Button>
  )
}

/** Delivers again what failed since a time. */
function Replay({ id, refusal }: { id: string; refusal: string | undefined }) {
  const replay = useMutation(replayMutation)
  async function ask(hours: string | null): Promise<void> {
    const span = spans.find(({ value }) => value === hours)
    if (!span) return
    const message = t('Everything that failed in this time is delivered again: {span}.', { span: span.label })
    if (!(await confirm({ title: t('Replay failed deliveries'), message, action: t('Replay'), danger: false }))) return
    const from = new Date(Date.now() - Number(hours) * hourMs).toISOString()
    const say = ({ deliveries }: { deliveries: number }) =>
      notify.success(plural(deliveries, { one: '{count} delivery is replayed', other: '{count} deliveries are replayed' }))
    replay.mutate({ params: { id }, body: { from } }, { onSuccess: say })
  }
  return (
    <Select
      label={t('Replay failed')}
      placeholder={t('Choose a time')}
      data={[...spans]}
      value={null}
      disabled={refusal !== undefined || replay.isPending}
      onChange={(hours) => void ask(hours)}
    />
  )
}
