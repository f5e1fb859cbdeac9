import { Button, Chip } from '@mantine/core'
import { IconPlug } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy } from 'react'
import type { ReactNode } from 'react'
import type { Connection, Connector, IntegrationCategory } from '@imperium/contract/integrations.ts'
import { formatNumber } from '../../lib/format.ts'
import { changeSearch } from '../../lib/search-params.ts'
import { useGate } from '../../lib/use-gate.ts'
import { useCan } from '../../lib/use-session.ts'
import { plural, t, translateMessage } from '../../lib/words.ts'
import { Overlays } from '../../ui/dialog/overlays.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CardSkeletons } from '../../ui/list/card-list.tsx'
import { FilterBar } from '../../ui/list/filter-bar.tsx'
import { StatStrip } from '../../ui/list/stat-strip.tsx'
import { Page } from '../../ui/page/page.tsx'
import { catalogueQuery, connectionsQuery, statsQuery } from './api.ts'
import { categoryLabels, recentlyUsed } from './integration-labels.ts'
import { IntegrationCards } from './integration-cards.tsx'
import type { CardsProps } from './integration-cards.tsx'
import { categories } from './integrations-search.ts'
import type { IntegrationsSearch } from './integrations-search.ts'
import { TriggerList } from './trigger-list.tsx'
import { WebhookUrls } from './webhook-urls.tsx'
import styles from '../../ui/styles.module.css'
import classes from './integrations.module.css'

const ConnectDialog = lazy(async () => ({ default: (await import('./connect-dialog.tsx')).ConnectDialog }))
const ToolsDialog = lazy(async () => ({ default: (await import('./tools-dialog.tsx')).ToolsDialog }))
const LeftOutPanel = lazy(async () => ({ default: (await import('./left-out-panel.tsx')).LeftOutPanel }))
const route = getRouteApi('/org/$orgSlug/integrations')
const everything = 'all'
const cardSize = { heightPx: 190, widthPx: 300 }

/** /org/{slug}/integrations: the services that can be connected, and the connections. */
export function IntegrationsPage() {
  const search = route.useSearch()
  const change = changeSearch<IntegrationsSearch>(route.useNavigate())
  const refusal = useGate('integrations:manage')
  const mayManage = useCan('integrations:manage')
  const catalogue = useQuery(catalogueQuery)
  const connections = useQuery(connectionsQuery)
  const failed = catalogue.error ?? connections.error
  const retry = () => void Promise.all([catalogue.refetch(), connections.refetch()])
  const close = () => change({ connect: undefined, configure: undefined }, true)
  const form = mayManage ? (search.configure ?? search.connect ?? '') : ''
  const tools = mayManage ? connections.data?.find(({ id }) => id === search.tools) : undefined
  const left = connections.data?.find(({ id }) => id === search.left)
  return (
    <Page title={t('Integrations')} subtitle={t('Connect other products: their actions become workflow steps and agent tools.')}>
      <Summary />
      <SignInOutcome
        search={search}
        connections={connections.data ?? []}
        onClose={() => change({ connected: undefined, failed: undefined }, true)}
      />
      {failed && <ErrorState error={failed} title={t('Integrations could not be loaded')} onRetry={retry} />}
      {!failed && (!catalogue.data || !connections.data) && <CardSkeletons size={cardSize} />}
      {!failed && catalogue.data && connections.data && (
        <Lists {...{ search, change, refusal, mayManage }} services={catalogue.data} connections={connections.data} />
      )}
      <Overlays open={tools?.id ?? ''}>
        {tools && <ToolsDialog key={tools.id} connection={tools} refusal={refusal} onClose={() => change({ tools: undefined }, true)} />}
      </Overlays>
      <Overlays open={left?.id ?? ''}>
        {left && <LeftOutPanel key={left.id} connection={left} onClose={() => change({ left: undefined }, true)} />}
      </Overlays>
      <Overlays open={form}>
        {form !== '' && catalogue.data && connections.data && (
          <ConnectDialog
            key={form}
            services={catalogue.data}
            connections={connections.data}
            connectorId={search.connect ?? null}
            connectionId={search.configure ?? null}
            refusal={refusal}
            onClose={close}
            onReview={(id) => change({ connect: undefined, tools: id }, true)}
          />
        )}
      </Overlays>
    </Page>
  )
}

function Summary() {
  const { data, isPending } = useQuery(statsQuery)
  const number = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value))
  return (
    <StatStrip
      label={t('Integrations in figures')}
      loading={isPending}
      stats={[
        { label: t('Available'), value: number(data?.available) },
        { label: t('Connected'), value: number(data?.connected) },
        { label: t('Need attention'), value: number(data?.failing) },
        { label: t('Webhook URLs'), value: number(data?.webhookUrls) },
      ]}
    />
  )
}

interface OutcomeProps {
  search: IntegrationsSearch
  connections: readonly Connection[]
  onClose: () => void
}

/** After the way back from a provider. */
function SignInOutcome({ search: { connected, failed }, connections, onClose }: OutcomeProps) {
  if (connected === undefined && failed === undefined) return null
  const connection = connections.find(({ id }) => id === (connected ?? failed))
  const name = connection?.name ?? ''
  const reason = connection?.error
    ? translateMessage({ message: connection.error, ...connection.errorKey })
    : t('The sign-in has expired. Begin it again.')
  return (
    <Notice
      tone={connected === undefined ? 'bad' : 'info'}
      action={
        <Button size="compact-sm" variant="default" onClick={onClose}>
          {t('Close')}
        </Button>
      }
    >
      {connected === undefined ? t('The sign-in failed: {reason}', { reason }) : t('{name} is connected', { name })}
    </Notice>
  )
}

interface ListsProps extends Omit<CardsProps, 'label'> {
  search: IntegrationsSearch
}

function Lists({ search, services, ...cards }: ListsProps) {
  const { q = '', category } = search
  const { change, connections } = cards
  const wanted = q.trim().toLowerCase()
  const isNarrowed = wanted !== '' || category !== undefined
  const matches = (service: Connector) =>
    (category === undefined || service.category === category) &&
    (wanted === '' || `${service.name} ${service.description}`.toLowerCase().includes(wanted))
  const found = services.filter(matches)
  const recent = recentlyUsed(connections).flatMap(({ connectorId }) => services.find(({ id }) => id === connectorId) ?? [])
  const popular = services.filter(({ isPopular }) => isPopular)
  return (
    <>
      {!isNarrowed && recent.length > 0 && (
        <Section title={t('Recently used')}>
          <IntegrationCards label={t('Recently used')} services={[...new Set(recent)]} {...cards} />
        </Section>
      )}
      <FilterBar
        search={q}
        searchLabel={t('Search integrations')}
        onSearch={(text) => change({ q: text || undefined }, true)}
        count={plural(found.length, { one: '{count} integration', other: '{count} integrations' })}
      />
      <CategoryChips category={category} onChange={(next) => change({ category: next }, true)} />
      {!isNarrowed && popular.length > 0 && (
        <Section title={t('Popular')}>
          <IntegrationCards label={t('Popular')} services={popular} {...cards} />
        </Section>
      )}
      <Section title={t('All integrations')}>
        {found.length > 0 ? (
          <IntegrationCards label={t('All integrations')} services={found} {...cards} />
        ) : (
          <EmptyState icon={IconPlug} title={t('No matches')} text={t('No integration has this name in this category.')} />
        )}
      </Section>
      <TriggerList {...{ search, change, refusal: cards.refusal, mayManage: cards.mayManage }} />
      <WebhookUrls services={services} connections={connections} />
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.stack12}>
      <h2 className={classes.heading}>{title}</h2>
      {children}
    </section>
  )
}

function CategoryChips({
  category,
  onChange,
}: {
  category: IntegrationCategory | undefined
  onChange: (next: IntegrationCategory | undefined) => void
}) {
  return (
    <Chip.Group value={category ?? everything} onChange={(next) => onChange(categories.find((each) => each === next))}>
      <div className={styles.wrapped} role="group" aria-label={t('Categories')}>
        {[everything, ...categories].map((each) => (
          <Chip key={each} value={each} size="xs" radius="md" variant="light">
            {each === everything ? t('All') : categoryLabels[each as IntegrationCategory]}
          </Chip>
        ))}
      </div>
    </Chip.Group>
  )
}
