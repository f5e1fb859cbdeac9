import { ActionIcon, Button, Menu, Skeleton } from '@mantine/core'
import { IconArrowMerge, IconDots, IconFileDownload, IconFileImport, IconForms, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import { contacts } from '@imperium/contract/contacts/contacts.ts'
import { downloadFile } from '../../../lib/download.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { useCan } from '../../../lib/use-session.ts'
import { t } from '../../../lib/words.ts'
import { ErrorBoundary } from '../../../ui/feedback/error-boundary.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { useOrgSlug } from '../../../ui/page/org-link.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { ReturnFocus } from '../../../ui/dialog/return-focus.tsx'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { contactStatsQuery, contactsQuery, filterOf } from '../api.ts'
import { BulkContacts } from './bulk-contacts.tsx'
import { ContactsEmpty } from './contacts-empty.tsx'
import { ContactsFilter } from './contacts-filter.tsx'
import { ContactsStats } from './contacts-stats.tsx'
import { useContactActions } from '../use-contact-actions.ts'
import type { ContactActions } from '../use-contact-actions.ts'
import { useContactsView } from '../use-contacts-view.ts'
import type { ContactsView } from '../use-contacts-view.ts'

// The page loads first, its rows right after it.
const ContactsTable = lazy(async () => ({ default: (await import('./contacts-table.tsx')).ContactsTable }))
/** Head and eight rows, the least that a list in loading shows. */
const skeletonHeight = 37 + 8 * 57

const ContactDialog = lazy(async () => ({ default: (await import('../editor/contact-dialog.tsx')).ContactDialog }))
const ContactPanel = lazy(async () => ({ default: (await import('../detail/contact-panel.tsx')).ContactPanel }))
const DuplicatesPanel = lazy(async () => ({ default: (await import('../merge/duplicates-panel.tsx')).DuplicatesPanel }))
const FieldsDialog = lazy(async () => ({ default: (await import('../fields/fields-dialog.tsx')).FieldsDialog }))
const MergeDialog = lazy(async () => ({ default: (await import('../merge/merge-dialog.tsx')).MergeDialog }))
const TagDialog = lazy(async () => ({ default: (await import('./tag-dialog.tsx')).TagDialog }))

/** /org/{slug}/contacts: all contacts of the organization; the page's state is in the URL. */
export function ContactsPage() {
  const view = useContactsView()
  const { search } = view
  const filter = filterOf(search)
  const list = useInfiniteQuery({ ...contactsQuery(search), placeholderData: keepPreviousData })
  const stats = useQuery({ ...contactStatsQuery(search), placeholderData: keepPreviousData })
  const selection = useSelection(JSON.stringify(filter))
  const actions = useContactActions({
    onErased: (ids) => {
      selection.clear()
      if (search.contact && ids.includes(search.contact)) view.closeContact()
    },
  })
  const refusal = useGate('contacts:write')
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []

  return (
    <Page
      title={t('Contacts')}
      subtitle={t('The people you reach, and what you know about them.')}
      actions={<PageActions view={view} refusal={refusal} />}
    >
      <ContactsStats stats={stats.data} failed={stats.isError} />
      <ContactsFilter view={view} stats={stats.data} />
      {list.isError && rows.length === 0 && (
        <ErrorState error={list.error} title={t('Failed to load contacts')} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && rows.length === 0 && <ContactsEmpty filtered={Object.keys(filter).length > 0} view={view} refusal={refusal} />}
      {(list.isPending || rows.length > 0) && (
        <Suspense fallback={<Skeleton height={skeletonHeight} radius="lg" />}>
          <ContactsTable
            rows={rows}
            totalCount={stats.data?.matching}
            loading={list.isPending}
            hasMore={list.hasNextPage && !list.isFetchNextPageError}
            loadingMore={list.isFetchingNextPage}
            onLoadMore={() => void list.fetchNextPage()}
            selected={selection.ids}
            onSelect={selection.set}
            actions={actions}
            view={view}
          />
        </Suspense>
      )}
      {list.isFetchNextPageError && (
        <Button variant="default" onClick={() => void list.fetchNextPage()}>
          {t('Failed to load contacts. Try again')}
        </Button>
      )}
      <BulkContacts
        search={search}
        selection={selection}
        actions={actions}
        loadedCount={rows.length}
        matching={stats.data?.matching ?? 0}
      />
      <Details view={view} actions={actions} refusal={refusal} onSelectionDone={selection.clear} />
    </Page>
  )
}

/** Create, and behind three dots what concerns all contacts. */
function PageActions({ view: { search, change }, refusal }: { view: ContactsView; refusal: string | undefined }) {
  const exportRefusal = useGate('contacts:export')
  const orgSlug = useOrgSlug()
  const exporting = useMutation({
    mutationFn: () => downloadFile(contacts.exportList, { query: filterOf(search) }),
    meta: { failure: t('Failed to export contacts') },
  })
  const symbol = { size: 16, stroke: 1.7, 'aria-hidden': true } as const
  return (
    <>
      <Menu width={220}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('More about contacts')} loading={exporting.isPending}>
            <IconDots size={17} stroke={1.8} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconForms {...symbol} />} onClick={() => change({ dialog: 'fields' })}>
            {t('Custom fields')}
          </Menu.Item>
          <Menu.Item leftSection={<IconArrowMerge {...symbol} />} onClick={() => change({ dialog: 'duplicates' })}>
            {t('Possible duplicates')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconFileDownload {...symbol} />}
            disabled={exportRefusal !== undefined}
            title={exportRefusal}
            onClick={() => exporting.mutate()}
          >
            {t('Export as CSV')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {!refusal && (
        <Button
          variant="default"
          leftSection={<IconFileImport size={16} stroke={1.8} aria-hidden />}
          renderRoot={(props) => <Link to="/org/$orgSlug/contacts/import" params={{ orgSlug }} {...props} />}
        >
          {t('Import')}
        </Button>
      )}
      <Button
        leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
        onClick={() => change({ dialog: 'create' })}
        disabled={refusal !== undefined}
        title={refusal}
      >
        {t('Create contact')}
      </Button>
    </>
  )
}

interface DetailsProps {
  view: ContactsView
  actions: ContactActions
  refusal: string | undefined
  onSelectionDone: () => void
}

/** The panel and the dialogs over the list; each is loaded when it opens. */
function Details({ view, actions, refusal, onSelectionDone }: DetailsProps) {
  const { search, change } = view
  const { dialog } = actions
  const mayCreate = useCan('contacts:write')
  const opened = search.dialog === 'create' && !mayCreate ? undefined : search.dialog
  const closeDialog = () => change({ dialog: undefined }, true)
  const isOpen = search.contact !== undefined || opened !== undefined || dialog !== null
  return (
    <>
      {isOpen && <ReturnFocus />}
      <ErrorBoundary resetKey={`${search.contact ?? ''}${search.dialog ?? ''}${dialog?.kind ?? ''}`}>
        <Suspense fallback={null}>
          {search.contact && <ContactPanel key={search.contact} id={search.contact} view={view} actions={actions} />}
          {opened === 'create' && (
            <ContactDialog
              contact={null}
              refusal={refusal}
              onClose={closeDialog}
              onSaved={(saved) => change({ dialog: undefined, contact: saved.id }, true)}
            />
          )}
          {opened === 'fields' && <FieldsDialog onClose={closeDialog} />}
          {opened === 'duplicates' && <DuplicatesPanel onClose={closeDialog} actions={actions} />}
          {dialog?.kind === 'edit' && (
            <ContactDialog contact={dialog.contact} refusal={refusal} onClose={actions.close} onSaved={actions.close} />
          )}
          {dialog?.kind === 'tag' && <TagDialog ids={dialog.ids} onClose={actions.close} />}
          {dialog?.kind === 'merge' && (
            <MergeDialog
              id={dialog.id}
              otherId={dialog.otherId}
              onClose={actions.close}
              onMerged={(_kept, goneId) => {
                actions.close()
                onSelectionDone()
                if (search.contact === goneId) view.closeContact()
              }}
            />
          )}
        </Suspense>
      </ErrorBoundary>
    </>
  )
}
