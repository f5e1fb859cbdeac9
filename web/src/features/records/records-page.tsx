import { Button } from '@mantine/core'
import { IconFilter, IconTable, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, lazy, useState } from 'react'
import type { EntityDefinition } from '@imperium/contract/entities/entities.ts'
import type { EntityField } from '@imperium/contract/entities/entity-fields.ts'
import { changeSearch } from '../../lib/search-params.ts'
import type { ChangeSearch } from '../../lib/search-params.ts'
import { useGate } from '../../lib/use-gate.ts'
import { useCan } from '../../lib/use-session.ts'
import { plural, t } from '../../lib/words.ts'
import { Overlays } from '../../ui/dialog/overlays.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useRows } from '../../ui/list/use-rows.ts'
import { useSelection } from '../../ui/list/use-selection.ts'
import { useObjectName } from '../../ui/page/object-names.ts'
import { OrgLink } from '../../ui/page/org-link.tsx'
import { Page } from '../../ui/page/page.tsx'
import { countQuery, entityNamedQuery, filterOf, recordsQuery } from './api.ts'
import { BulkRecords } from './bulk-records.tsx'
import { readConditions } from './conditions.ts'
import type { RecordsSearch } from './records-search.ts'
import { EditControls, FilesMenu, LayoutMenu, ViewsMenu, boardFields, calendarFields } from './records-toolbar.tsx'
import { useRecordEdits } from './use-record-edits.ts'
import type { RecordEdits } from './use-record-edits.ts'

const RecordsTable = lazy(async () => ({ default: (await import('./records-table.tsx')).RecordsTable }))
const RecordDialog = lazy(async () => ({ default: (await import('./record-dialog.tsx')).RecordDialog }))
const RecordPanel = lazy(async () => ({ default: (await import('./record-panel.tsx')).RecordPanel }))
const FilterPanel = lazy(async () => ({ default: (await import('./filter-panel.tsx')).FilterPanel }))
const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }))
const Board = lazy(async () => ({ default: (await import('./board.tsx')).Board }))
const Calendar = lazy(async () => ({ default: (await import('./calendar.tsx')).Calendar }))
const route = getRouteApi('/org/$orgSlug/records/$entity')

/** /org/{slug}/records/{entity}: the records of one of the organization's own types. */
export function RecordsPage() {
  const { entity: name } = route.useParams()
  const { data, error, isPending, refetch } = useInfiniteQuery(entityNamedQuery(name))
  const entity = data?.pages.flatMap(({ rows }) => rows).find((each) => each.entityName === name && !each.isSystemEntity)
  useObjectName(name, entity?.displayName)
  if (entity && entity.status !== 'draft') return <Records key={name} entity={entity} />
  return (
    <Page title={t('Records')} subtitle="">
      {error && <ErrorState error={error} title={t('The entity could not be loaded')} onRetry={() => void refetch()} />}
      {!error && !isPending && (
        <EmptyState
          icon={IconTable}
          title={entity ? t('This entity is a draft') : t('There is no such entity')}
          text={t('Records can be made once the entity is active.')}
          action={<OrgLink path="entities">{t('Entity Definitions')}</OrgLink>}
        />
      )}
    </Page>
  )
}

function Records({ entity }: { entity: EntityDefinition }) {
  const search = route.useSearch()
  const change = changeSearch<RecordsSearch>(route.useNavigate())
  const mayWrite = useCan('records:write')
  const gate = useGate('records:write')
  const refusal = gate ?? (entity.status === 'active' ? undefined : t('The entity is deprecated: no new records are made'))
  const list = useRows(recordsQuery(entity.entityName, search))
  const { data: counted } = useQuery({ ...countQuery(entity.entityName, search), placeholderData: keepPreviousData })
  const conditions = readConditions(search.filter)
  const [isFiltering, setIsFiltering] = useState(conditions.length > 0)
  const [isEditing, setIsEditing] = useState(false)
  const edits = useRecordEdits(entity.entityName)
  const selection = useSelection(JSON.stringify(filterOf(search)))
  const mayEdit = mayWrite && gate === undefined && !search.trash
  const arranged = arrangementOf(entity, search)
  const toolbar = { entity, search, change, mayWrite }
  return (
    <ListPage
      title={entity.displayName}
      subtitle={entity.description || t('Records of your organization.')}
      icon={IconTable}
      list={list}
      search={search}
      change={change}
      actions={<FilesMenu {...toolbar} />}
      create={mayWrite ? { label: t('New record'), refusal } : undefined}
      find={{ label: t('Search records') }}
      filters={[{ key: 'trash', label: t('Show'), options: [{ value: 'true', label: t('Trash') }] }]}
      controls={
        <>
          <Button
            variant="default"
            leftSection={<IconFilter size={16} stroke={1.7} aria-hidden />}
            aria-expanded={isFiltering}
            onClick={() => setIsFiltering(!isFiltering)}
          >
            {conditions.length > 0 ? plural(conditions.length, { one: '{count} condition', other: '{count} conditions' }) : t('Filter')}
          </Button>
          <LayoutMenu {...toolbar} />
          <ViewsMenu {...toolbar} />
          {mayEdit && <EditControls edits={edits} isEditing={isEditing} onEditing={arranged ? undefined : setIsEditing} />}
          {isFiltering && (
            <Suspense fallback={null}>
              <FilterPanel
                key={search.view ?? ''}
                entity={entity}
                conditions={conditions}
                onChange={(filter) => change({ filter }, true)}
              />
            </Suspense>
          )}
        </>
      }
      count={counted ? plural(counted.count, { one: '{count} record', other: '{count} records' }) : ''}
      failed={t('Records could not be loaded')}
      failedMore={t('Try again')}
      {...(search.filter === undefined ? { empty: { title: t('No records yet'), text: t('What you create appears here.') } } : {})}
      noMatch={
        search.trash
          ? { icon: IconTrash, title: t('The trash is empty'), text: t('Deleted records stay here until they are deleted for good.') }
          : { title: t('No matches'), text: t('No record fits the search and the filter.') }
      }
      renderRows={(table) =>
        arranged ? (
          <Arranged
            {...arranged}
            entity={entity}
            search={search}
            change={change}
            edits={edits}
            refusal={mayEdit ? undefined : (refusal ?? '')}
          />
        ) : (
          <RecordsTable
            {...table}
            entity={entity}
            sort={search.sort}
            totalCount={counted?.count}
            edits={isEditing && mayEdit ? edits : null}
            selection={mayWrite ? selection : undefined}
            onSort={(sort) => change({ sort }, true)}
            onOpen={(id) => change({ record: id })}
          />
        )
      }
    >
      {mayWrite && !arranged && (
        <BulkRecords entity={entity} selection={selection} edits={edits} isTrash={search.trash === 'true'} refusal={gate} />
      )}
      <RecordOverlays entity={entity} search={search} change={change} mayWrite={mayWrite} gate={gate} refusal={refusal} />
    </ListPage>
  )
}

interface Arrangement {
  layout: 'board' | 'calendar'
  by: EntityField
}

/** Null: the table. A field that is no longer there arranges nothing. */
function arrangementOf(entity: EntityDefinition, { layout, by }: RecordsSearch): Arrangement | null {
  if (!layout) return null
  const field = (layout === 'board' ? boardFields(entity) : calendarFields(entity)).find(({ name }) => name === by)
  return field ? { layout, by: field } : null
}

interface ArrangedProps extends Arrangement {
  entity: EntityDefinition
  search: RecordsSearch
  change: ChangeSearch<RecordsSearch>
  edits: RecordEdits
  refusal: string | undefined
}

function Arranged({ layout, change, edits, refusal, ...shared }: ArrangedProps) {
  const onOpen = (id: string) => change({ record: id })
  if (layout === 'board') return <Board {...shared} edits={edits} refusal={refusal} onOpen={onOpen} />
  return <Calendar {...shared} onMonth={(month) => change({ month }, true)} onOpen={onOpen} />
}

interface RecordOverlaysProps {
  entity: EntityDefinition
  search: RecordsSearch
  change: ChangeSearch<RecordsSearch>
  mayWrite: boolean
  gate: string | undefined
  refusal: string | undefined
}

function RecordOverlays({ entity, search, change, mayWrite, gate, refusal }: RecordOverlaysProps) {
  const form = mayWrite ? (search.edit ?? (search.create ? 'create' : '')) : ''
  const isImporting = mayWrite && search.import === true
  return (
    <>
      <Overlays open={search.record ?? ''}>
        {search.record && (
          <RecordPanel
            key={search.record}
            entity={entity}
            id={search.record}
            mayWrite={mayWrite}
            refusal={gate}
            onEdit={(id) => change({ edit: id, record: undefined })}
            onClose={() => change({ record: undefined }, true)}
          />
        )}
      </Overlays>
      <Overlays open={form}>
        {form !== '' && (
          <RecordDialog
            key={form}
            entity={entity}
            id={search.edit ?? null}
            refusal={search.edit ? gate : refusal}
            onClose={() => change({ create: undefined, edit: undefined }, true)}
          />
        )}
      </Overlays>
      <Overlays open={isImporting ? 'import' : ''}>
        {isImporting && <ImportDialog entity={entity} onClose={() => change({ import: undefined }, true)} />}
      </Overlays>
    </>
  )
}
