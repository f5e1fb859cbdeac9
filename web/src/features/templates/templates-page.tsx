import { Button, Chip, Tabs } from '@mantine/core'
import { IconFilterOff, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import { templateSorts, templateTypes } from '@imperium/contract/templates.ts'
import type { Template } from '@imperium/contract/templates.ts'
import { formatNumber } from '../../lib/format.ts'
import { plural, t } from '../../lib/words.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { FilterBar } from '../../ui/list/filter-bar.tsx'
import { Page } from '../../ui/page/page.tsx'
import { ReturnFocus } from '../../ui/dialog/return-focus.tsx'
import { StatStrip } from '../../ui/list/stat-strip.tsx'
import { useTabInSight } from '../../ui/page/use-tab-in-sight.ts'
import { withoutBlanks } from '../../lib/search-params.ts'
import { overviewQuery, tagsOf, templatesQuery } from './api.ts'
import { ImportTemplate } from './import-template.tsx'
import { CardSkeletons, TemplateCard } from './template-card.tsx'
import type { Graph } from './template-preview.tsx'
import { allWords, scratchPaths, tabWords } from './template-words.ts'
import { templateTabs } from './templates-search.ts'
import type { TemplateTab, TemplatesSearch } from './templates-search.ts'
import { useTemplate, useTemplateRefusal } from './use-template.ts'
import classes from './templates.module.css'

const TemplatePreview = lazy(async () => ({ default: (await import('./template-preview.tsx')).TemplatePreview }))
const route = getRouteApi('/org/$orgSlug/templates')

const typeWords: Record<(typeof templateTypes)[number], string> = { official: t('Official'), community: t('Community') }
const everyType = 'all'
const typeOptions = [{ value: everyType, label: t('All Types') }, ...templateTypes.map((type) => ({ value: type, label: typeWords[type] }))]
const sortWords: Record<(typeof templateSorts)[number], string> = {
  popular: t('Most Popular'),
  recent: t('Most Recent'),
  trending: t('Trending'),
}
const sortOptions = templateSorts.map((sort) => ({ value: sort, label: sortWords[sort] }))

type Change = (next: { [K in keyof TemplatesSearch]?: TemplatesSearch[K] | undefined }, replace?: boolean) => void

interface TemplatesPageProps {
  /** Draws the graph of a workflow: another feature's, which the route hands over. */
  graph: Graph
}

/** /org/{slug}/templates: the catalogue of agents, campaigns and workflows to begin with. */
export function TemplatesPage({ graph }: TemplatesPageProps) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { orgSlug } = route.useParams()
  const refusal = useTemplateRefusal()
  const use = useTemplate()
  const change: Change = (next, replace = false) =>
    void navigate({ search: (now) => withoutBlanks<TemplatesSearch>({ ...now, ...next }), replace, resetScroll: false })
  const tab = search.tab ?? 'agent'
  const tabs = useTabInSight(tab)
  const open = (next: string | null) => {
    const chosen = templateTabs.find((each) => each === next)
    // Tags are each tab's own; the other filters go along.
    change({ tab: chosen === 'agent' ? undefined : chosen, tags: undefined })
  }
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
          <ImportTemplate refusal={refusal} onImported={({ category }) => open(category)} />
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
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List ref={tabs} className={classes.tabList ?? ''}>
          {templateTabs.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {tabWords[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} className={classes.panel ?? ''}>
          <Catalogue tab={tab} search={search} change={change} cards={cards} />
        </Tabs.Panel>
      </Tabs>
      {search.preview && <ReturnFocus />}
      <ErrorBoundary resetKey={search.preview ?? ''}>
        <Suspense fallback={null}>
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
        </Suspense>
      </ErrorBoundary>
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
  change: Change
  cards: { busy: boolean; onUse: (template: Template) => void; onPreview: (template: Template) => void }
}

function Catalogue({ tab, search, change, cards }: CatalogueProps) {
  const list = useInfiniteQuery({ ...templatesQuery(search), placeholderData: keepPreviousData })
  const overview = useQuery(overviewQuery(tab))
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  const isSearched = Boolean(search.q) || tagsOf(search).length > 0
  const total = list.hasNextPage ? t('{count} shown', { count: formatNumber(rows.length) }) : formatNumber(rows.length)
  return (
    <div className={classes.part}>
      <Filters search={search} change={change} shown={list.isPending ? null : rows.length} />
      <TagChips tags={overview.data?.tags ?? []} search={search} change={change} />
      {!isSearched && overview.data && (
        <>
          <Strip title={t('Popular')} templates={overview.data.popular} cards={cards} />
          <Strip title={t('Trending')} templates={overview.data.trending} cards={cards} />
        </>
      )}
      {list.isError && rows.length === 0 && (
        <ErrorState error={list.error} title={t('Failed to load templates')} onRetry={() => void list.refetch()} />
      )}
      {list.isPending && <CardSkeletons />}
      {list.isSuccess && rows.length === 0 && (
        <EmptyState
          icon={IconFilterOff}
          title={t('No templates found matching your criteria')}
          action={
            <Button variant="default" onClick={() => change({ q: undefined, tags: undefined, type: undefined })}>
              {t('Clear Filters')}
            </Button>
          }
        />
      )}
      {rows.length > 0 && <Cards title={allWords[tab](total)} templates={rows} cards={cards} />}
      {list.hasNextPage && (
        <Button variant="default" className={classes.more} loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('Load more')}
        </Button>
      )}
    </div>
  )
}

interface FiltersProps {
  search: TemplatesSearch
  change: Change
  shown: number | null
}

function Filters({ search, change, shown }: FiltersProps) {
  return (
    <FilterBar
      search={search.q ?? ''}
      onSearch={(q) => change({ q: q.trim() === '' ? undefined : q }, true)}
      searchLabel={t('Search templates')}
      filters={[
        {
          label: t('Type'),
          value: search.type ?? everyType,
          options: typeOptions,
          required: true,
          onChange: (next) => change({ type: templateTypes.find((each) => each === next) }),
        },
        {
          label: t('Sort by'),
          value: search.sort ?? 'popular',
          options: sortOptions,
          required: true,
          onChange: (next) => change({ sort: next === 'popular' ? undefined : templateSorts.find((each) => each === next) }),
        },
      ]}
      count={shown === null ? '' : plural(shown, { one: '{count} template', other: '{count} templates' })}
    />
  )
}

/** The first tags of the tab; several may be chosen. */
function TagChips({ tags, search, change }: { tags: readonly string[]; search: TemplatesSearch; change: Change }) {
  const chosen = tagsOf(search)
  // One that came by a link, and is not among the first, can be taken back too.
  const shown = [...tags, ...chosen.filter((tag) => !tags.includes(tag))]
  if (shown.length === 0) return null
  return (
    <Chip.Group multiple value={[...chosen]} onChange={(next) => change({ tags: next.length > 0 ? next.join(',') : undefined })}>
      <div className={classes.chips} role="group" aria-label={t('Tags')}>
        {shown.map((tag) => (
          <Chip key={tag} value={tag} size="xs" variant="light">
            {tag}
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

function Strip({ templates, ...props }: CardsProps) {
  return templates.length > 0 && <Cards templates={templates} {...props} />
}

function Cards({ title, templates, cards }: CardsProps) {
  return (
    <section aria-label={title}>
      <h2 className={classes.heading}>{title}</h2>
      <ul className={classes.cards}>
        {templates.map((template) => (
          <li key={template.key}>
            <TemplateCard template={template} {...cards} />
          </li>
        ))}
      </ul>
    </section>
  )
}
