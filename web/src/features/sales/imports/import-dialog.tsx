import { Button, FileButton, Modal } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { salesInvoices } from '@imperium/contract/sales/sales-invoices.ts'
import { importTypes } from '@imperium/contract/sales/sales-imports.ts'
import type { SalesImport } from '@imperium/contract/sales/sales-imports.ts'
import { call } from '../../../lib/api.ts'
import { formatFullDay } from '../../../lib/format.ts'
import { notify } from '../../../lib/notify.ts'
import { plural, t, translateMessage } from '../../../lib/words.ts'
import { invalidates } from '../api.ts'
import { formatMoney, formatPlain } from '../sales-labels.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../sales.module.css'

type Cell = SalesImport['cells'][number]

export interface Importing {
  title: string
  /** What a row is, in a sentence. */
  hint: string
  /** A file that works as it is, but for its contacts. */
  example: string
  operation: typeof salesInvoices.importList
}

/** By its name: browsers know the type of a file only where the computer has a program for it. */
const typeOf = ({ name }: File) => importTypes[/\.xlsx$/i.test(name) ? 1 : 0]

/** A file is checked first: what it would create, and which rows have faults. */
export function ImportDialog({ title, hint, example, operation, onClose }: Importing & { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const send = (given: File, check: 'true' | 'false') =>
    call(operation, { query: { check }, body: new Blob([given], { type: typeOf(given) }) })
  const failure = t('The file could not be imported')
  const checking = useMutation({ mutationFn: (given: File) => send(given, 'true'), meta: { failure } })
  const importing = useMutation({
    mutationFn: (given: File) => send(given, 'false'),
    meta: { failure, invalidates },
    onSuccess: ({ created, updated }) => {
      notify.success(t('{created} created, {updated} changed', { created, updated }))
      onClose()
    },
  })
  const { data } = checking
  const count = data ? data.created + data.updated : 0
  return (
    <Modal opened onClose={onClose} title={title} size={640} radius="lg" closeButtonProps={{ 'aria-label': t('Close') }}>
      <div className={classes.section}>
        <p className={styles.hint}>{hint}</p>
        <div className={styles.wrapped}>
          <FileButton
            accept=".csv,.tsv,.txt,.xlsx,text/csv"
            onChange={(given) => {
              setFile(given)
              if (given) checking.mutate(given)
            }}
          >
            {(props) => (
              <Button {...props} variant="default" data-autofocus loading={checking.isPending}>
                {file ? t('Choose another file') : t('Choose a CSV or Excel file')}
              </Button>
            )}
          </FileButton>
          <Button
            variant="default"
            component="a"
            href={`data:text/csv;charset=utf-8,${encodeURIComponent(example)}`}
            download="example.csv"
          >
            {t('Example file')}
          </Button>
        </div>
        <div role="status">{file && data && <Found file={file.name} found={data} />}</div>
        {file && data && count > 0 && (
          <div className={styles.wrapped}>
            <Button loading={importing.isPending} onClick={() => importing.mutate(file)}>
              {plural(count, { one: 'Import {count} entry', other: 'Import {count} entries' })}
            </Button>
          </div>
        )}
      </div>
    </Modal>
  )
}

/** Rows of a table that are shown at first. */
const firstShown = 100

/** What is stored, as the reader's language writes it, so that a comma needs no guess. */
function storedText({ stored, currency }: Cell): string {
  if (currency !== null) return formatMoney(Math.round(Number(stored) * 100), currency)
  if (/^\d{4}-\d\d-\d\d$/.test(stored)) return formatFullDay(stored)
  return /^-?\d+(?:\.\d+)?$/.test(stored) ? formatPlain(Number(stored)) : stored
}

/** How the numbers and days of a file are read, each beside what stands in the file. */
function ReadCells({ cells }: { cells: readonly Cell[] }) {
  const [isAll, setAll] = useState(false)
  const shown = isAll ? cells : cells.slice(0, firstShown)
  return (
    <section className={classes.section}>
      <h3>{t('Numbers and days as they will be stored')}</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the keyboard must be able to */}
      <div className={classes.readCells} tabIndex={0} role="region" aria-label={t('Numbers and days as they will be stored')}>
        <table className={classes.lines}>
          <thead>
            <tr>
              <th scope="col">{t('Row')}</th>
              <th scope="col">{t('Column')}</th>
              <th scope="col">{t('In the file')}</th>
              <th scope="col" className={classes.end}>
                {t('Stored as')}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((cell) => (
              <tr key={`${cell.line} ${cell.column}`}>
                <td>{cell.line}</td>
                <td>{cell.column}</td>
                <td>{cell.text}</td>
                <td className={classes.end}>{storedText(cell)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < cells.length && (
        <div>
          <Button size="xs" variant="subtle" onClick={() => setAll(true)}>
            {plural(cells.length, { one: 'Show {count} value', other: 'Show all {count} values' })}
          </Button>
        </div>
      )}
    </section>
  )
}

/** The sums of the documents, by currency. */
function Totals({ items }: { items: SalesImport['items'] }) {
  const sums = new Map<string, number>()
  for (const { amount, currency } of items) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  const text = [...sums].map(([currency, amount]) => formatMoney(amount, currency)).join(' · ')
  return <p className={classes.typed}>{t('Together: {amounts}', { amounts: text })}</p>
}

function Found({ file, found: { created, updated, faults, cells, items } }: { file: string; found: SalesImport }) {
  return (
    <div className={classes.section}>
      <p className={classes.typed}>
        {t('{file}: {created} new, {updated} changed, {faults} with faults', { file, created, updated, faults: faults.length })}
      </p>
      {items.length > 0 && <Totals items={items} />}
      {cells.length > 0 && <ReadCells cells={cells} />}
      {faults.length > 0 && (
        <table className={classes.lines} aria-label={t('Rows with faults')}>
          <thead>
            <tr>
              <th scope="col">{t('Row')}</th>
              <th scope="col">{t('Column')}</th>
              <th scope="col">{t('What is wrong')}</th>
            </tr>
          </thead>
          <tbody>
            {faults.map(({ line, column, ...fault }, at) => (
              // A row can have several faults.
              <tr key={at}>
                <td>{line}</td>
                <td>{column}</td>
                <td>{translateMessage(fault)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
