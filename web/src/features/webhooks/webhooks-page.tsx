import { Button } from '@mantine/core'
import { IconCode, IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { formatNumber, formatPercent } from '../../lib/format.ts'
import { changeSearch } from '../../lib/search-params.ts'
import type { ChangeSearch } from '../../lib/search-params.ts'
import { useGate } from '../../lib/use-gate.ts'
import { useCan } from '../../lib/use-session.ts'
import { plural, t } from '../../lib/words.ts'
import { Overlays } from '../../ui/dialog/overlays.tsx'
import { EmptyPreview } from '../../ui/feedback/empty-preview.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useRows } from '../../ui/list/use-rows.ts'
import { statsQuery, webhooksQuery } from './api.ts'
import type { WebhooksSearch } from './webhooks-search.ts'

const WebhookCards = lazy(async () => ({ default: (await import('./webhook-cards.tsx')).WebhookCards }))
const WebhookDialog = lazy(async () => ({ default: (await import('./webhook-dialog.tsx')).WebhookDialog }))
const ExamplesDialog = lazy(async () => ({ default: (await import('./examples-dialog.tsx')).ExamplesDialog }))
const DeliveriesPanel = lazy(async () => ({ default: (await import('./deliveries-panel.tsx')).DeliveriesPanel }))
const SecretDialog = lazy(async () => ({ default: (await import('./secret-dialog.tsx')).SecretDialog }))
const route = getRouteApi('/org/$orgSlug/webhooks')

/** /org/{slug}/webhooks: endpoints of other products that are told of events. */
export function WebhooksPage() {
  const search = route.useSearch()
  const change = changeSearch<WebhooksSearch>(route.useNavigate())
  const mayManage = useCan('webhooks:manage')
  const refusal = useGate('webhooks:manage')
  const list = useRows(webhooksQuery(search))
  const stats = useStats()
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <ListPage
      title={t('Webhooks')}
      subtitle={t('Send signed events to your own applications.')}
      icon={IconWebhook}
      list={list}
      search={search}
      change={change}
      stats={stats}
      actions={
        <Button variant="default" leftSection={<IconCode size={16} stroke={1.7} aria-hidden />} onClick={() => change({ examples: true })}>
          {t('View Payload Examples')}
        </Button>
      }
      create={mayManage ? { label: t('Create Webhook'), refusal } : undefined}
      find={{ label: t('Search webhooks') }}
      count={list.total === null ? '' : plural(list.total, { one: '{count} webhook', other: '{count} webhooks' })}
      failed={t('Webhooks could not be loaded')}
      empty={{
        title: t('No webhooks configured'),
        text: t('A webhook calls your URL whenever one of its events happens.'),
        preview: (
          <EmptyPreview
            kind="rows"
            icon={IconWebhook}
            items={[t('New contacts to the shop'), t('Replies to the help desk'), t('Campaigns to the data warehouse')].map((title) => ({
              title,
              value: t('Active'),
            }))}
          />
        ),
      }}
      noMatch={{ title: t('No matches'), text: t('No name or URL contains this text.') }}
      hidesEmptyBar
      skeletonHeight={320}
      renderRows={() => <WebhookCards list={list} change={change} refusal={refusal} mayManage={mayManage} onSecret={setSecret} />}
    >
      <Dialogs search={search} change={change} refusal={refusal} mayManage={mayManage} secret={secret} onSecret={setSecret} />
    </ListPage>
  )
}

function useStats() {
  const { data, isPending } = useQuery(statsQuery)
  const number = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value))
  return {
    label: t('Webhooks'),
    loading: isPending,
    stats: [
      { label: t('Total Webhooks'), value: number(data?.total) },
      { label: t('Active'), value: number(data?.active) },
      { label: t('Total Deliveries'), value: number(data?.deliveries) },
      { label: t('Success Rate'), value: formatPercent(data?.successRate ?? null) },
    ],
  }
}

interface DialogsProps {
  search: WebhooksSearch
  change: ChangeSearch<WebhooksSearch>
  refusal: string | undefined
  mayManage: boolean
  secret: string | null
  onSecret: (secret: string | null) => void
}

function Dialogs({ search, change, refusal, mayManage, secret, onSecret }: DialogsProps) {
  const { create, edit, examples, webhook } = search
  const form = mayManage ? (edit ?? (create ? 'create' : '')) : ''
  const close = () =>
    change(
      {
        create: undefined,
        edit: undefined,
        examples: undefined,
        webhook: undefined,
        find: undefined,
        status: undefined,
        delivery: undefined,
      },
      true,
    )
  return (
    <>
      <Overlays open={examples ? 'examples' : (webhook ?? '')}>
        {examples && <ExamplesDialog onClose={close} />}
        {webhook && <DeliveriesPanel key={webhook} id={webhook} search={search} change={change} onClose={close} refusal={refusal} />}
      </Overlays>
      <Overlays open={form}>
        {form !== '' && (
          <WebhookDialog
            key={form}
            id={edit ?? null}
            refusal={refusal}
            onClose={close}
            onCreated={(made) => onSecret(made.plainSecretKey)}
          />
        )}
      </Overlays>
      <Overlays open={secret ?? ''}>{secret !== null && <SecretDialog secret={secret} onClose={() => onSecret(null)} />}</Overlays>
    </>
  )
}
