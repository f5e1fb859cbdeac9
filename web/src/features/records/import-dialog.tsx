import { Button, FileInput, Progress, Select, Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { EntityDefinition } from '@imperium/contract/entities/entities.ts'
import { recordImports } from '@imperium/contract/entities/record-imports.ts'
import type { RecordImport, RecordImportPreview } from '@imperium/contract/entities/record-imports.ts'
import { fieldTypes } from '@imperium/contract/kit/field-types/field-types.ts'
import { call } from '../../lib/api.ts'
import { formatNumber } from '../../lib/format.ts'
import { plural, t, translateMessage } from '../../lib/words.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { changed, importQuery } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './records.module.css'

interface ImportDialogProps {
  entity: EntityDefinition
  onClose: () => void
}

const pieceBytes = 1024 * 1024
const askEveryMs = 700

interface Uploaded {
  id: string
  preview: RecordImportPreview
}

async function upload(entity: string, file: File): Promise<Uploaded> {
  const { id } = await call(recordImports.create, { params: { entity }, body: { fileName: file.name, sizeBytes: file.size } })
  for (let offset = 0; offset < file.size;) {
    const body = file.slice(offset, offset + pieceBytes, 'application/octet-stream')
    offset = (await call(recordImports.upload, { params: { id }, query: { offset }, body })).receivedBytes
  }
  return { id, preview: await call(recordImports.preview, { params: { id }, body: {} }) }
}

/** Brings a CSV or Excel file up, says how its columns are read, and shows how far the import is. */
export function ImportDialog({ entity, onClose }: ImportDialogProps) {
  const [uploaded, setUploaded] = useState<Uploaded | null>(null)
  const [startedId, setStartedId] = useState('')
  const [columns, setColumns] = useState<readonly string[]>([])
  const [match, setMatch] = useState('')
  const [hasHeader, setHasHeader] = useState(true)
  const show = ({ id, preview }: Uploaded) => {
    setUploaded({ id, preview })
    setColumns(preview.columns.map(({ target }) => target))
    setHasHeader(preview.hasHeader)
  }
  const sending = useMutation({
    mutationFn: (file: File) => upload(entity.entityName, file),
    meta: { failure: t('The file could not be uploaded') },
    onSuccess: show,
  })
  const look = useMutation({
    mutationFn: async ({ id, header }: { id: string; header: boolean }) => ({
      id,
      preview: await call(recordImports.preview, { params: { id }, body: { hasHeader: header } }),
    }),
    meta: { failure: t('The file could not be read') },
    onSuccess: show,
  })
  const start = useMutation({
    mutationFn: ({ id, preview }: Uploaded) => {
      const { separator, encoding } = preview
      return call(recordImports.start, {
        params: { id },
        body: { settings: { separator, encoding, hasHeader, columns: [...columns], match } },
      })
    },
    meta: { failure: t('The import could not be started') },
    onSuccess: ({ id }) => setStartedId(id),
  })
  if (startedId !== '') return <Running id={startedId} onClose={onClose} />
  const named = columns.filter(Boolean)
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Import records')}
      onSubmit={(event) => {
        event.preventDefault()
        if (uploaded) start.mutate(uploaded)
      }}
      submitLabel={t('Start import')}
      busyLabel={t('Starting...')}
      busy={start.isPending || sending.isPending || look.isPending || !uploaded}
      disabledReason={uploaded && named.length === 0 ? t('Choose at least one column') : undefined}
      width={720}
    >
      <div className={styles.stackWide}>
        {!uploaded && (
          <FileInput
            label={t('File')}
            description={t('CSV or Excel. Encoding, separator and columns are recognised.')}
            placeholder={t('Choose a file')}
            accept=".csv,.tsv,.txt,.xlsx"
            disabled={sending.isPending}
            data-autofocus
            onChange={(file) => file && sending.mutate(file)}
          />
        )}
        {sending.isPending && <Progress value={100} animated aria-label={t('Uploading')} />}
        {uploaded && (
          <>
            <Switch
              label={t('The first row names the columns')}
              checked={hasHeader}
              onChange={(event) => look.mutate({ id: uploaded.id, header: event.currentTarget.checked })}
            />
            <Columns entity={entity} preview={uploaded.preview} columns={columns} onChange={setColumns} />
            <Select
              label={t('Records that exist')}
              description={t('A row with the same value in this field changes the record; without a field, every row makes a new one.')}
              data={[
                { value: '', label: t('Every row is a new record') },
                ...entity.fields
                  .filter(({ name, type }) => named.includes(name) && fieldTypes[type].canBeUnique)
                  .map(({ name, label }) => ({ value: name, label: t('Match by {field}', { field: label }) })),
              ]}
              value={match}
              allowDeselect={false}
              onChange={(next) => setMatch(next ?? '')}
            />
          </>
        )}
      </div>
    </FormDialog>
  )
}

interface ColumnsProps {
  entity: EntityDefinition
  preview: RecordImportPreview
  columns: readonly string[]
  onChange: (columns: readonly string[]) => void
}

/** Which field each column fills. */
function Columns({ entity, preview, columns, onChange }: ColumnsProps) {
  const fields = entity.fields.filter(({ type }) => fieldTypes[type].input !== 'none')
  return (
    <div className={styles.stack10} role="group" aria-label={t('Columns')}>
      {preview.columns.map(({ name, examples, unfit, target }, at) => (
        // A file may have two columns of one name.
        <div key={at} className={classes.mapped}>
          <div>
            <strong>{name}</strong>
            <div className={`${styles.muted} ${styles.truncate}`}>{examples.join(' · ') || '–'}</div>
            {unfit > 0 && columns[at] === target && (
              <div className={styles.muted}>{plural(unfit, { one: '{count} value does not fit', other: '{count} values do not fit' })}</div>
            )}
          </div>
          <Select
            aria-label={t('Field for {column}', { column: name })}
            data={[
              { value: '', label: t('Leave out') },
              ...fields.map((field) => ({
                value: field.name,
                label: field.label,
                disabled: field.name !== columns[at] && columns.includes(field.name),
              })),
            ]}
            value={columns[at] ?? ''}
            allowDeselect={false}
            searchable
            onChange={(next) => onChange(columns.with(at, next ?? ''))}
          />
        </div>
      ))}
    </div>
  )
}

function Running({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    ...importQuery(id),
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'running' ? false : askEveryMs),
  })
  const isOver = data !== undefined && data.status !== 'running'
  useEffect(() => {
    if (isOver) for (const queryKey of changed) void client.invalidateQueries({ queryKey })
  }, [isOver, client])
  const stop = useMutation({
    mutationFn: () => call(recordImports.cancel, { params: { id } }),
    meta: { failure: t('The import could not be stopped') },
    onSuccess: () => void refetch(),
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Import records')}
      onSubmit={(event) => {
        event.preventDefault()
        onClose()
      }}
      submitLabel={t('Close')}
      footer={
        data?.status === 'running' && (
          <Button variant="subtle" loading={stop.isPending} onClick={() => stop.mutate()}>
            {t('Stop import')}
          </Button>
        )
      }
      width={640}
    >
      {error && !data && <ErrorState error={error} title={t('The import could not be loaded')} onRetry={() => void refetch()} />}
      {data && <Outcome data={data} />}
    </FormDialog>
  )
}

function Outcome({ data }: { data: RecordImport }) {
  const { status, totalBytes, doneBytes, rowsRead, createdCount, updatedCount, failedCount, errors } = data
  const percent = status === 'completed' ? 100 : Math.min(99, Math.round((doneBytes / Math.max(1, totalBytes)) * 100))
  return (
    <div className={styles.stackWide}>
      <Progress value={percent} animated={status === 'running'} aria-label={t('Progress')} />
      <p role="status" className={styles.text}>
        {plural(rowsRead, { one: '{count} row read', other: '{count} rows read' })} ·{' '}
        {plural(createdCount, { one: '{count} record created', other: '{count} records created' })} ·{' '}
        {plural(updatedCount, { one: '{count} record changed', other: '{count} records changed' })} ·{' '}
        {plural(failedCount, { one: '{count} row left out', other: '{count} rows left out' })}
      </p>
      {status === 'failed' && <Notice tone="bad">{translateMessage(data)}</Notice>}
      {status === 'cancelled' && <Notice tone="info">{t('The import was stopped. What it has written stays.')}</Notice>}
      {errors.length > 0 && (
        <section aria-label={t('Rows left out')}>
          <h3 className={styles.text}>{t('Rows left out')}</h3>
          <ul className={classes.faults}>
            {errors.map((fault) => (
              <li key={fault.row}>
                {t('Row {row}', { row: formatNumber(fault.row) })}: {fault.text && `“${fault.text}” · `}
                {translateMessage(fault)}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
