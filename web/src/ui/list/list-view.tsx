import { Button, Skeleton } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import type { ChangeSearch } from '../../lib/search-params.ts'
import { t } from '../../lib/words.ts'
import { EmptyState } from '../feedback/empty-state.tsx'
import { ErrorState } from '../feedback/error-state.tsx'
import { FilterBar } from './filter-bar.tsx'
import type { ListView as View } from './filter-bar.tsx'
import type { Rows } from './use-rows.ts'

/** A filter stored in the URL under `key`. */
export interface ListFilter<S> {
  key: keyof S & string
  label: string
  options: readonly { value: string; label: string }[]
  /** The default option when the URL has none; the filter cannot be cleared then. */
  usual?: string
}

interface Texts {
  title: string
  text?: ReactNode
  action?: ReactNode
  icon?: Icon
  /** An EmptyPreview: what the full list looks like. */
  preview?: ReactNode
}

export interface ListViewProps<Row, S extends object> {
  list: Rows<Row>
  /** The parsed URL state, and how to change it. */
  search: S
  change: ChangeSearch<S>
  /** Names the search field; `key` is its parameter, `q` unless given. */
  find: { label: string; key?: keyof S & string }
  filters?: readonly ListFilter<S>[]
  /** The live count as text; '' if unknown. */
  count: string
  icon: Icon
  /** Message when the list failed to load. */
  failed: string
  /** Label of the retry button when further rows failed to load. */
  failedMore?: string
  /** Text for an empty list; omitted for a list that is never empty. */
  empty?: Texts
  /** Text when nothing matches; its button clears search and filters. */
  noMatch: Texts
  /** No search and filters over a list that is empty. */
  hidesEmptyBar?: boolean
  view?: { value: View; onChange: (view: View) => void }
  /** More controls at the right of the filters. */
  controls?: ReactNode
  /** Between filters and rows. */
  children?: ReactNode
  /** The rows, as a DataTable or a grid; may be lazy. */
  renderRows: (table: Rows<Row>['table']) => ReactNode
  /** Of the rows while their code loads. */
  skeletonHeight?: number
}

/** Head and eight rows, the least that a table in loading shows. */
const tableHeight = 37 + 8 * 57

/** True if a search or filter narrows the list. */
export const isNarrowed = <S extends object>(search: S, { find, filters = [] }: Pick<ListViewProps<never, S>, 'find' | 'filters'>) =>
  [find.key ?? ('q' as keyof S), ...filters.flatMap(({ key, usual }) => (usual === undefined ? [key] : []))].some(
    (key) => search[key] !== undefined,
  )

/** Search, filters and rows of a list, with its loading, empty, no-match and error states. */
export function ListView<Row, S extends object>(props: ListViewProps<Row, S>) {
  // Every page of lists brings it, and memory would cost more than drawing a bar anew.
  'use no memo'
  const { list, search, change, find, filters = [], view } = props
  const textKey = find.key ?? ('q' as keyof S & string)
  const narrowed = isNarrowed(search, props) || !props.empty
  // Names and values come from the same list's declaration, so they fit its URL.
  const set = (key: string, value: string | null | undefined, replace = false) =>
    change({ [key]: value ?? undefined } as Parameters<ChangeSearch<S>>[0], replace)
  const clear = () =>
    change(
      Object.fromEntries(
        [textKey, ...filters.flatMap(({ key, usual }) => (usual === undefined ? [key] : []))].map((key) => [key, undefined]),
      ) as Parameters<ChangeSearch<S>>[0],
    )
  return (
    <>
      {!(props.hidesEmptyBar && list.isEmpty && !narrowed) && (
        <FilterBar
          search={String(search[textKey] ?? '')}
          onSearch={(text) => set(textKey, text.trim() === '' ? undefined : text, true)}
          searchLabel={find.label}
          filters={filters.map(({ key, label, options, usual }) => ({
            label,
            options,
            value: (search[key] as string | undefined) ?? usual ?? null,
            required: usual !== undefined,
            onChange: (next) => set(key, next === usual ? undefined : next),
          }))}
          count={props.count}
          {...(view ? { view: view.value, onView: view.onChange } : {})}
        >
          {props.controls}
        </FilterBar>
      )}
      {props.children}
      {list.error && <ErrorState error={list.error} title={props.failed} onRetry={list.retry} />}
      {list.isEmpty && !narrowed && props.empty && <EmptyState icon={props.icon} {...props.empty} />}
      {list.isEmpty && narrowed && (
        <EmptyState
          icon={props.icon}
          action={
            <Button variant="default" onClick={clear}>
              {t('Clear filters')}
            </Button>
          }
          {...props.noMatch}
        />
      )}
      {(list.table.loading || list.rows.length > 0) && (
        <Suspense fallback={<Skeleton height={props.skeletonHeight ?? tableHeight} radius="lg" />}>{props.renderRows(list.table)}</Suspense>
      )}
      {props.failedMore && list.hasMoreFailed && (
        <Button variant="default" onClick={list.retry}>
          {props.failedMore}
        </Button>
      )}
    </>
  )
}
