import { Button, TextInput } from '@mantine/core'
import { IconFileUpload, IconMailOff, IconPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { suppressionChannels, suppressionReasons } from '@imperium/contract/contacts/consents.ts'
import type { Suppression } from '@imperium/contract/contacts/consents.ts'
import type { ChangeSearch } from '../../lib/search-params.ts'
import { useCan } from '../../lib/use-session.ts'
import { plural, t } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { Overlays } from '../../ui/dialog/overlays.tsx'
import { DataTable } from '../../ui/list/data-table.tsx'
import type { Column } from '../../ui/list/data-table.tsx'
import { ListView, isNarrowed } from '../../ui/list/list-view.tsx'
import { useRows } from '../../ui/list/use-rows.ts'
import type { Rows } from '../../ui/list/use-rows.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { removeSuppressionMutation, suppressionsQuery } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './consents.module.css'
import { isWholeAddress } from './search.ts'
import type { ConsentSearch } from './search.ts'
import { channelLabels, reasonText } from './consent-labels.ts'

const AddDialog = lazy(async () => ({ default: (await import('./add-suppressions-dialog.tsx')).AddSuppressionsDialog }))
const FileDialog = lazy(async () => ({ default: (await import('./suppress-file-dialog.tsx')).SuppressFileDialog }))

interface SuppressionsTabProps {
  search: ConsentSearch
  change: ChangeSearch<ConsentSearch>
}

/** Addresses that must not be reached: found by the whole address, for the list itself holds none. */
export function SuppressionsTab({ search, change }: SuppressionsTabProps) {
  const isPart = search.address !== undefined && !isWholeAddress(search.address)
  const found = useRows({ ...suppressionsQuery(search), enabled: !isPart })
  const list = isPart ? nothingOf(found) : found
  const mayAdd = useCan('consents:write')
  const mayRemove = useCan('consents:manage')
  const [removing, setRemoving] = useState<Suppression | null>(null)
  const [fromFile, setFromFile] = useState(false)
  const isNew = list.isEmpty && !isNarrowed(search, filtering)
  const add = mayAdd && (
    <div className={styles.row}>
      <Button variant="default" leftSection={<IconFileUpload size={16} stroke={1.7} aria-hidden />} onClick={() => setFromFile(true)}>
        {t('From a file')}
      </Button>
      <Button
        variant={isNew ? 'default' : 'filled'}
        leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}
        onClick={() => change({ add: true })}
      >
        {t('Add addresses')}
      </Button>
    </div>
  )
  return (
    <>
      <div className={classes.head}>
        <p className={classes.text}>{t('These addresses never get messages, even with consent. Only a hash of each is stored.')}</p>
        {!isNew && add}
      </div>
      <ListView
        {...filtering}
        icon={IconMailOff}
        list={list}
        search={search}
        change={change}
        count={list.total === null ? '' : plural(list.total, { one: '{count} address', other: '{count} addresses' })}
        failed={t('The suppressions could not be loaded')}
        empty={{
          title: t('No suppressed addresses yet'),
          text: t('Unsubscribes, complaints and bounces are added automatically.'),
          action: add,
        }}
        noMatch={{ title: t('No address matches'), text: t('No matches. Addresses are only found by their full text.') }}
        renderRows={(table) => (
          <DataTable
            {...table}
            label={t('Suppressions')}
            columns={columnsOf(mayRemove ? setRemoving : null)}
            rowId={(row) => row.id}
            rowLabel={(row) => row.hint}
          />
        )}
      />
      <Overlays open={search.add ? 'add' : fromFile ? 'file' : removing ? 'remove' : ''}>
        {search.add && mayAdd && <AddDialog onClose={() => change({ add: undefined }, true)} />}
        {fromFile && <FileDialog onClose={() => setFromFile(false)} />}
        {removing && <RemoveDialog suppression={removing} onClose={() => setRemoving(null)} />}
      </Overlays>
    </>
  )
}

const filtering = {
  find: { label: t('Search by full address or number'), key: 'address' },
  filters: [
    { key: 'channel', label: t('Channel'), options: suppressionChannels.map((value) => ({ value, label: channelLabels[value] })) },
    { key: 'reason', label: t('Reason'), options: suppressionReasons.map((value) => ({ value, label: reasonText[value] })) },
  ],
} as const

/** A partial address matches nothing, so no request is sent. */
const nothingOf = <Row,>(list: Rows<Row>): Rows<Row> => ({
  ...list,
  rows: [],
  table: { ...list.table, rows: [], loading: false },
  total: list.total === null ? null : 0,
  isEmpty: true,
  error: null,
})

const columnsOf = (onRemove: ((row: Suppression) => void) | null): Column<Suppression>[] => [
  { id: 'hint', header: t('Address'), cell: (row) => row.hint, width: 'minmax(0, 1.4fr)' },
  { id: 'channel', header: t('Channel'), cell: (row) => channelLabels[row.channel], hideOn: 'phone' },
  { id: 'reason', header: t('Reason'), cell: (row) => reasonText[row.reason], width: 'minmax(96px, 1fr)' },
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
          reason: reasonText[suppression.reason],
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
