import { Button, TextInput } from '@mantine/core'
import { IconFileUpload, IconMailOff, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { suppressionChannels, suppressionReasons } from '@imperium/contract/contacts/consents.ts'
import type { Suppression } from '@imperium/contract/contacts/consents.ts'
import { useCan } from '../../lib/use-session.ts'
import { plural, t } from '../../lib/words.ts'
import { DataTable } from '../../ui/list/data-table.tsx'
import type { Column } from '../../ui/list/data-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { FilterBar } from '../../ui/list/filter-bar.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { removeSuppressionMutation, suppressionsQuery } from './api.ts'
import classes from './consents.module.css'
import { isWholeAddress } from './search.ts'
import type { ConsentSearch } from './search.ts'
import { channelWords, reasonWords } from './words.ts'

const AddDialog = lazy(async () => ({ default: (await import('./add-suppressions-dialog.tsx')).AddSuppressionsDialog }))

const FileDialog = lazy(async () => ({ default: (await import('./suppress-file-dialog.tsx')).SuppressFileDialog }))

interface SuppressionsTabProps {
  search: ConsentSearch
  onChange: (change: ConsentSearch, replace?: boolean) => void
}

/** Who must not be reached: found by the whole address, for the list itself holds none. */
export function SuppressionsTab({ search, onChange }: SuppressionsTabProps) {
  const isPart = search.address !== undefined && !isWholeAddress(search.address)
  const list = useInfiniteQuery({ ...suppressionsQuery(search), placeholderData: keepPreviousData, enabled: !isPart })
  const rows = isPart ? [] : (list.data?.pages.flatMap((page) => page.rows) ?? [])
  const mayAdd = useCan('consents:write')
  const mayRemove = useCan('consents:manage')
  const [removing, setRemoving] = useState<Suppression | null>(null)
  const isFiltered = Boolean(search.address ?? search.channel ?? search.reason)
  const isEmpty = isPart || (list.isSuccess && rows.length === 0)
  const [fromFile, setFromFile] = useState(false)
  const add = (
    <div className={classes.acts}>
      <Button variant="default" leftSection={<IconFileUpload size={16} stroke={1.7} aria-hidden />} onClick={() => setFromFile(true)}>
        {t('From a file')}
      </Button>
      <Button
        variant={isEmpty && !isFiltered ? 'default' : 'filled'}
        leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}
        onClick={() => onChange({ add: true })}
      >
        {t('Add addresses')}
      </Button>
    </div>
  )
  return (
    <>
      <div className={classes.head}>
        <p className={classes.text}>{t('These addresses never get messages, even with consent. Only a hash of each is stored.')}</p>
        {mayAdd && !(isEmpty && !isFiltered) && add}
      </div>
      <FilterBar
        search={search.address ?? ''}
        onSearch={(text) => onChange({ address: text.trim() || undefined }, true)}
        searchLabel={t('Find a whole address or number')}
        filters={[
          {
            label: t('Channel'),
            value: search.channel ?? null,
            options: suppressionChannels.map((value) => ({ value, label: channelWords[value] })),
            onChange: (next) => onChange({ channel: suppressionChannels.find((each) => each === next) }),
          },
          {
            label: t('Reason'),
            value: search.reason ?? null,
            options: suppressionReasons.map((value) => ({ value, label: reasonWords[value] })),
            onChange: (next) => onChange({ reason: suppressionReasons.find((each) => each === next) }),
          },
        ]}
        count={list.isSuccess && !list.hasNextPage ? plural(rows.length, { one: '{count} address', other: '{count} addresses' }) : ''}
      />
      {list.isError && (
        <ErrorState error={list.error} title={t('The suppressions could not be loaded')} onRetry={() => void list.refetch()} />
      )}
      {isEmpty && !list.isError && (
        <EmptyState
          icon={IconMailOff}
          title={isFiltered ? t('No address matches') : t('No suppressed addresses yet')}
          text={
            isFiltered
              ? t('No matches. Addresses are only found by their full text.')
              : t('Unsubscribes, complaints and bounces are added automatically.')
          }
          action={
            isFiltered ? (
              <Button variant="default" onClick={() => onChange({ address: undefined, channel: undefined, reason: undefined })}>
                {t('Clear filters')}
              </Button>
            ) : (
              mayAdd && add
            )
          }
        />
      )}
      {((list.isPending && !isPart) || rows.length > 0) && !list.isError && (
        <DataTable
          label={t('Suppressions')}
          columns={columnsOf(mayRemove ? setRemoving : null)}
          rows={rows}
          rowId={(row) => row.id}
          rowLabel={(row) => row.hint}
          loading={list.isPending}
          hasMore={list.hasNextPage && !list.isFetchNextPageError}
          loadingMore={list.isFetchingNextPage}
          onLoadMore={() => void list.fetchNextPage()}
        />
      )}
      <Suspense fallback={null}>
        {search.add && mayAdd && <AddDialog onClose={() => onChange({ add: undefined }, true)} />}
        {fromFile && <FileDialog onClose={() => setFromFile(false)} />}
      </Suspense>
      {removing && <RemoveDialog suppression={removing} onClose={() => setRemoving(null)} />}
    </>
  )
}

const columnsOf = (onRemove: ((row: Suppression) => void) | null): Column<Suppression>[] => [
  { id: 'hint', header: t('Address'), cell: (row) => row.hint, width: 'minmax(0, 1.4fr)' },
  { id: 'channel', header: t('Channel'), cell: (row) => channelWords[row.channel], hideOn: 'phone' },
  { id: 'reason', header: t('Reason'), cell: (row) => reasonWords[row.reason], width: 'minmax(96px, 1fr)' },
  { id: 'detail', header: t('Note'), cell: (row) => row.detail || row.createdBy, hideOn: 'tablet', width: 'minmax(0, 1.4fr)' },
  { id: 'at', header: t('Since'), cell: (row) => <RelativeTime at={row.at} />, hideOn: 'phone' },
  ...(onRemove
    ? [
        {
          id: 'acts',
          header: '',
          align: 'end' as const,
          width: '104px',
          interactive: true,
          cell: (row: Suppression) => (
            <Button size="xs" variant="subtle" onClick={() => onRemove(row)} aria-label={t('Remove {address}', { address: row.hint })}>
              {t('Remove')}
            </Button>
          ),
        },
      ]
    : []),
]

function RemoveDialog({ suppression, onClose }: { suppression: Suppression; onClose: () => void }) {
  const remove = useMutation(removeSuppressionMutation)
  const [reason, setReason] = useState('')
  const isMissing = reason.trim().length < 3
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Allow messages to {address} again', { address: suppression.hint })}
      onSubmit={(event) => {
        event.preventDefault()
        remove.mutate({ params: { id: suppression.id }, body: { reason } }, { onSuccess: onClose })
      }}
      submitLabel={t('Remove from the list')}
      busy={remove.isPending}
      disabledReason={isMissing ? t('Enter the reason for removing the suppression') : undefined}
      width={480}
    >
      <p className={classes.text}>
        {t('On the list because: {reason}. Unwanted messages get reported as spam, which hurts all your campaigns.', {
          reason: reasonWords[suppression.reason],
        })}
      </p>
      <p className={classes.text}>
        {t(
          "This address gets messages again for every recorded consent, including consent recorded during the suppression. See the contact's consent.",
        )}
      </p>
      <TextInput
        label={t('Reason for removing the suppression')}
        description={t('Kept in the audit log.')}
        withAsterisk
        maxLength={300}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
