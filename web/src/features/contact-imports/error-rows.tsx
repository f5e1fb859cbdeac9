import { Button, Skeleton, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { contactImports, importLimits } from '@imperium/contract/contacts/contact-imports.ts'
import type { ContactImport, ImportErrorRows } from '@imperium/contract/contacts/contact-imports.ts'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { formatNumber } from '../../lib/format.ts'
import { plural, t, translateMessage } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { errorRowsQuery, importQuery } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './imports.module.css'

type ErrorRow = ImportErrorRows['rows'][number]
type Edits = Readonly<Record<number, readonly string[]>>

interface ErrorRowsProps {
  held: ContactImport
  /** No other button of the page is filled. */
  isMain: boolean
  /** What the last correction did: shown above, since the table goes with its last row. */
  onDone: (texts: string) => void
}

/** The rows that were left out: corrected here, they are imported into the same import. */
export function ErrorRows({ held, isMain, onDone }: ErrorRowsProps) {
  const client = useQueryClient()
  const [after, setAfter] = useState(0)
  const options = errorRowsQuery(held.id, after)
  const { data, error, refetch } = useQuery(options)
  const [edits, setEdits] = useState<Edits>({})
  const correct = useMutation({
    mutationFn: (rows: { row: number; cells: string[] }[]) => call(contactImports.correct, { params: { id: held.id }, body: { rows } }),
    meta: { silent: true },
    onSuccess: async (done) => {
      const imported = done.rows.filter(({ state }) => state === 'imported').length
      const wrong = done.rows.filter(({ state }) => state === 'wrong').length
      onDone(
        [
          plural(imported, { one: '{count} row imported.', other: '{count} rows imported.' }),
          ...(wrong > 0 ? [plural(wrong, { one: '{count} row still has errors.', other: '{count} rows still have errors.' })] : []),
        ].join(' '),
      )
      client.setQueryData(importQuery(held.id).queryKey, done.import)
      // The rows come back as they are kept now, so that what was typed is still there.
      await client.invalidateQueries({ queryKey: options.queryKey.slice(0, 2) })
      setEdits((now) => withoutRows(now, done.rows))
    },
  })
  const rows = data?.rows ?? []
  const ready = readyRows(rows, edits)
  const elsewhere = Object.keys(edits).filter((row) => rows.every((each) => each.row !== Number(row))).length
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (ready.length > 0) correct.mutate(ready)
  }
  if (error && !data)
    return (
      <Card title={t('Rows with errors')}>
        <ErrorState plain error={error} title={t('The rows could not be loaded')} onRetry={() => void refetch()} />
      </Card>
    )
  if (!data) return <Skeleton height={200} radius="lg" />
  if (rows.length === 0 && after === 0) return null
  return (
    <Card title={t('Rows with errors')} aside={t('{count} skipped', { count: formatNumber(held.failedCount) })}>
      <p className={classes.text}>{t('Correct the values here and import the rows again. No row is imported twice.')}</p>
      <form onSubmit={submit}>
        <RowsTable data={data} edits={edits} onEdit={(row, cells) => setEdits((now) => ({ ...now, [row]: cells }))} />
        <div className={classes.end} style={{ marginTop: 14 }}>
          {correct.error && (
            <p role="alert" className={classes.problem}>
              {correct.error instanceof ApiError ? correct.error.message : t('The rows could not be imported')}
            </p>
          )}
          {elsewhere > 0 && (
            <p className={classes.text} role="status">
              {plural(elsewhere, { one: '{count} changed row is on another page.', other: '{count} changed rows are on other pages.' })}
            </p>
          )}
          {after > 0 && (
            <Button variant="default" onClick={() => setAfter(0)}>
              {t('First rows')}
            </Button>
          )}
          {data.hasMore && (
            <Button variant="default" onClick={() => setAfter(rows.at(-1)?.row ?? 0)}>
              {t('Next rows')}
            </Button>
          )}
          <Button type="submit" {...(isMain ? {} : { variant: 'default' })} loading={correct.isPending} disabled={ready.length === 0}>
            {ready.length === 0
              ? t('Import corrected rows')
              : plural(ready.length, { one: 'Import {count} corrected row', other: 'Import {count} corrected rows' })}
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** What is sent at once: the changed rows, those of other pages too, and the rows here that are right as they are. */
function readyRows(rows: readonly ErrorRow[], edits: Edits): { row: number; cells: string[] }[] {
  const changed = Object.entries(edits).map(([row, cells]) => ({ row: Number(row), cells: [...cells] }))
  const right = rows.filter(({ row, faults, isWhole }) => isWhole && faults.length === 0 && !edits[row])
  return [...changed, ...right.map(({ row, cells }) => ({ row, cells }))].slice(0, importLimits.correctedRows)
}

/** Rows that were not sent stay changed. */
const withoutRows = (edits: Edits, sent: readonly { row: number }[]): Edits =>
  Object.fromEntries(Object.entries(edits).filter(([row]) => sent.every((each) => each.row !== Number(row))))

interface RowsTableProps {
  data: ImportErrorRows
  edits: Edits
  onEdit: (row: number, cells: readonly string[]) => void
}

function RowsTable({ data: { columns, rows }, edits, onEdit }: RowsTableProps) {
  const width = Math.max(columns.length, ...rows.map(({ cells }) => cells.length))
  const shown = Array.from({ length: width }, (_, index) => index).filter((index) => columns[index]?.target !== 'ignore')
  const nameOf = (index: number) => columns[index]?.name || t('Column {number}', { number: index + 1 })
  return (
    <div className={classes.scroll} role="region" aria-label={t('Rows with errors')} tabIndex={0}>
      <table className={`${classes.columns} ${classes.errorRows}`}>
        <thead>
          <tr>
            <th scope="col">{t('Row||of a file')}</th>
            {shown.map((index) => (
              <th key={index} scope="col">
                {nameOf(index)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((each) => (
            <tr key={each.row}>
              <RowHead row={each} isEdited={edits[each.row] !== undefined} />
              {shown.map((index) => (
                <td key={index} className={classes.cell} data-label={nameOf(index)}>
                  <TextInput
                    size="xs"
                    aria-label={t('{column}, row {row}', { column: nameOf(index), row: each.row })}
                    value={(edits[each.row] ?? each.cells)[index] ?? ''}
                    disabled={!each.isWhole}
                    error={edits[each.row] ? undefined : faultOf(each, index)}
                    maxLength={2_000}
                    onChange={(event) => onEdit(each.row, withCell(edits[each.row] ?? each.cells, index, event.currentTarget.value, width))}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What is wrong with the row as a whole. */
function RowHead({ row: { row, faults, isWhole }, isEdited }: { row: ErrorRow; isEdited: boolean }) {
  return (
    <th scope="row" className={classes.row} data-label={t('Row||of a file')}>
      {row}
      {faults
        .filter(({ column }) => column === null)
        .map((fault) => (
          <span key={fault.message} className={classes.fault}>
            {translateMessage(fault)}
          </span>
        ))}
      {!isWhole && <span className={classes.fault}>{t('This row is too long to be corrected here: correct it in the file.')}</span>}
      {isEdited && <span className={styles.smallBlock}>{t('Changed')}</span>}
    </th>
  )
}

const faultOf = ({ faults }: ErrorRow, index: number): string | undefined => {
  const fault = faults.find(({ column }) => column === index)
  return fault && translateMessage(fault)
}

/** Empty cells behind the last one that is written are no values of the row. */
function withCell(cells: readonly string[], index: number, value: string, width: number): string[] {
  const next = Array.from({ length: width }, (_, at) => (at === index ? value : (cells[at] ?? '')))
  return next.slice(0, Math.max(1, next.findLastIndex((cell) => cell !== '') + 1))
}
