import { Button, FileButton, Modal } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { salesInvoices } from '@imperium/contract/sales/sales-invoices.ts'
import type { SalesImport } from '@imperium/contract/sales/sales-imports.ts'
import { call } from '../../../lib/api.ts'
import { notify } from '../../../lib/notify.ts'
import { plural, t, translateMessage } from '../../../lib/words.ts'
import { invalidates } from '../api.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../sales.module.css'

export interface Importing {
  title: string
  /** What a row is, in a sentence. */
  hint: string
  /** A file that works as it is, but for its contacts. */
  example: string
  operation: typeof salesInvoices.importList
}

/** A CSV file is checked first: what it would create, and which rows have faults. */
export function ImportDialog({ title, hint, example, operation, onClose }: Importing & { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const send = (given: File, check: 'true' | 'false') =>
    call(operation, { query: { check }, body: new Blob([given], { type: 'text/csv' }) })
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
            accept="text/csv,.csv,.xlsx"
            onChange={(given) => {
              setFile(given)
              if (given) checking.mutate(given)
            }}
          >
            {(props) => (
              <Button {...props} variant="default" data-autofocus loading={checking.isPending}>
                {file ? t('Choose another file') : t('Choose a CSV file')}
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

function Found({ file, found: { created, updated, faults } }: { file: string; found: SalesImport }) {
  return (
    <div className={classes.section}>
      <p className={classes.typed}>
        {t('{file}: {created} new, {updated} changed, {faults} with faults', { file, created, updated, faults: faults.length })}
      </p>
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
