import { Button, Chip } from '@mantine/core'
import { IconFilterOff, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import type { Data } from '@imperium/contract/kit/endpoint.ts'
import { templateSorts, templateTypes } from '@imperium/contract/templates.ts'
import type { Template, templates as templateOperations } from '@imperium/contract/templates.ts'
import { formatNumber } from '../../lib/format.ts'
import { changeSearch } from '../../lib/search-params.ts'
import type { ChangeSearch } from '../../lib/search-params.ts'
import { useGate } from '../../lib/use-gate.ts'
import { plural, t } from '../../lib/words.ts'
import { Overlays } from '../../ui/dialog/overlays.tsx'
import { CardGrid, CardSkeletons, LoadMore } from '../../ui/list/card-list.tsx'
import { ListView } from '../../ui/list/list-view.tsx'
import { StatStrip } from '../../ui/list/stat-strip.tsx'
import { useRows } from '../../ui/list/use-rows.ts'
import { PageTabs } from '../../ui/page/page-tabs.tsx'
import { Page } from '../../ui/page/page.tsx'
import { overviewQuery, tagsOf, templatesQuery } from './api.ts'
import { TemplateCard, cardSize } from './template-card.tsx'
import type { Graph } from './template-preview.tsx'
import { allLabels, scratchPaths, tabLabels, tagLabel } from './template-labels.ts'
import type { TemplateTab, TemplatesSearch } from './templates-search.ts'
import { useTemplate } from './use-template.ts'
import styles from '../../ui/styles.module.css'

const ImportTemplate = lazy(async () => ({ default: (await import('./import-template.tsx')).ImportTemplate }))
const TemplatePreview = lazy(async () => ({ default: (await import('./template-preview.tsx')).TemplatePreview }))
const route = getRouteApi('/org/$orgSlug/templates')

const typeLabels: Record<(typeof templateTypes)[number], string> = { official: t('Official'), community: t('Community') }
const everyType = 'all'
const typeOptions = [
  { value: everyType, label: t('All Types') },
  ...templateTypes.map((type) => ({ value: type, label: typeLabels[type] })),
]
const sortLabels: Record<(typeof templateSorts)[number], string> = {
  popular: t('Most Popular'),
  recent: t('Most Recent'),
  trending: t('Trending'),
}
const sortOptions = templateSorts.map((sort) => ({ value: sort, label: sortLabels[sort] }))

interface TemplatesPageProps {
  /** Draws the graph of a workflow: another feature's, which the route hands over. */
  graph: Graph
}

/** /org/{slug}/templates: the catalogue of agent, campaign and workflow templates. */
export function TemplatesPage({ graph }: TemplatesPageProps) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { orgSlug } = route.useParams()
  const refusal = useGate('templates:write')
  const use = useTemplate()
  const change = changeSearch<TemplatesSearch>(navigate)
  const tab = search.tab ?? 'agent'
  // Tags are each tab's own; the other filters go along.
  const open = (next: TemplateTab) => change({ tab: next === 'agent' ? undefined : next, tags: undefined })
  const cards = {
    busy: use.isPending,
    onUse: (template: Template) => use.mutate(template),
    onPreview: ({ key }: Template) => change({ preview: key }),
  }
  return (
    <Page
      title={t('Templates')}
      subtitle={t('Ready-to-use agents, campaigns and workflows that you can fully customize.')}
      actions={
        <>
          <Suspense
            fallback={
              <Button variant="default" disabled>
                {t('Import')}
              </Button>
            }
          >
            <ImportTemplate refusal={refusal} onImported={({ category }) => open(category)} />
          </Suspense>
          <Button
            leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
            disabled={refusal !== undefined}
            title={refusal}
            onClick={() => void navigate({ href: `/org/${orgSlug}/${scratchPaths[tab]}` })}
          >
            {t('Create from Scratch')}
          </Button>
        </>
      }
    >
      <Summary tab={tab} />
      <PageTabs tabs={tabLabels} open={tab} onOpen={open}>
        <Catalogue tab={tab} search={search} change={change} cards={cards} />
      </PageTabs>
      <Overlays open={search.preview ?? ''}>
        {search.preview && (
          <TemplatePreview
            key={search.preview}
            templateKey={search.preview}
            graph={graph}
            busy={use.isPending}
            onUse={cards.onUse}
            onClose={() => change({ preview: undefined }, true)}
          />
        )}
      </Overlays>
    </Page>
  )
}

/** Counted on the server over the whole catalogue. */
function Summary({ tab }: { tab: TemplateTab }) {
  const { data, isError } = useQuery({ ...overviewQuery(tab), placeholderData: keepPreviousData })
  const figure = (value: number | undefined) => (value === undefined && isError ? '–' : formatNumber(value ?? 0))
  const stats = data?.stats
  return (
    <StatStrip
      label={t('Templates in figures')}
      loading={!data && !isError}
      stats={[
        { label: t('Total Templates'), value: figure(stats?.total) },
        { label: t('Official'), value: figure(stats?.official), hint: t('Built in') },
        { label: t('Community'), value: figure(stats?.community), hint: t('Published by organizations') },
        { label: t('Total Uses'), value: figure(stats?.uses) },
      ]}
    />
  )
}

interface CatalogueProps {
  tab: TemplateTab
  search: TemplatesSearch
  change: ChangeSearch<TemplatesSearch>
  cards: { busy: boolean; onUse: (template: Template) => void; onPreview: (template: Template) => void }
}

function Catalogue({ tab, search, change, cards }: CatalogueProps) {
  const list = useRows(templatesQuery(search))
  const overview = useQuery(overviewQuery(tab))
  const isSearched = Boolean(search.q) || tagsOf(search).length > 0
  const strips = isSearched ? null : stripsOf(overview.data)
  const inStrips = new Set(strips?.flatMap(({ templates }) => templates.map(({ key }) => key)))
  const shown = formatNumber(list.rows.length)
  const title = allLabels[tab](list.total === null ? t('{count} shown', { count: shown }) : shown)
  return (
    <div className={styles.stackWide}>
      <ListView
        icon={IconFilterOff}
        list={list}
        search={search}
        change={change}
        find={{ label: t('Search templates') }}
        filters={[
          { key: 'type', label: t('Type'), options: typeOptions, usual: everyType },
          { key: 'sort', label: t('Sort by'), options: sortOptions, usual: 'popular' },
        ]}
        count={list.table.loading ? '' : plural(list.rows.length, { one: '{count} template', other: '{count} templates' })}
        failed={t('Failed to load templates')}
        noMatch={{
          title: t('No templates found matching your criteria'),
          action: (
            <Button variant="default" onClick={() => change({ q: undefined, tags: undefined, type: undefined })}>
              {t('Clear Filters')}
            </Button>
          ),
        }}
        renderRows={({ loading }) =>
          loading ? (
            <CardSkeletons size={cardSize} />
          ) : (
            <>
              <Cards title={title} templates={list.rows.filter(({ key }) => !inStrips.has(key))} cards={cards} />
              <LoadMore list={list} />
            </>
          )
        }
      >
        <TagChips tags={overview.data?.tags ?? []} search={search} change={change} />
        {strips?.map((strip) => (
          <Cards key={strip.title} {...strip} cards={cards} />
        ))}
      </ListView>
    </div>
  )
}

/** The first tags of the tab; several may be chosen. */
function TagChips({ tags, search, change }: { tags: readonly string[]; search: TemplatesSearch; change: ChangeSearch<TemplatesSearch> }) {
  const chosen = tagsOf(search)
  // A chosen tag from a link that is not among the first ones must be removable too.
  const shown = [...tags, ...chosen.filter((tag) => !tags.includes(tag))]
  if (shown.length === 0) return null
  return (
    <Chip.Group multiple value={[...chosen]} onChange={(next) => change({ tags: next.length > 0 ? next.join(',') : undefined })}>
      <div className={styles.badges} role="group" aria-label={t('Tags')}>
        {shown.map((tag) => (
          <Chip key={tag} value={tag} size="xs" variant="light">
            {tagLabel(tag)}
          </Chip>
        ))}
      </div>
    </Chip.Group>
  )
}

interface CardsProps extends Pick<CatalogueProps, 'cards'> {
  title: string
  templates: readonly Template[]
}

/** The strips above the list, without a template that an earlier strip shows. */
function stripsOf(overview: Data<typeof templateOperations.overview> | undefined) {
  if (!overview) return []
  const popular = new Set(overview.popular.map(({ key }) => key))
  return [
    { title: t('Popular'), templates: overview.popular },
    { title: t('Trending'), templates: overview.trending.filter(({ key }) => !popular.has(key)) },
  ].filter(({ templates }) => templates.length > 0)
}

function Cards({ title, templates, cards }: CardsProps) {
  return (
    <section aria-label={title}>
      <h2 className={styles.headingWide}>{title}</h2>
      <CardGrid
        rows={templates}
        size={cardSize}
        rowId={({ key }) => key}
        renderCard={(template) => <TemplateCard template={template} {...cards} />}
      />
    </section>
  )
}
