import { Button, NativeSelect, Switch } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { ContactField } from '@imperium/contract/contacts/contact-fields.ts'
import { importEncodings, importLimits, importSeparators, importTargets } from '@imperium/contract/contacts/contact-imports.ts'
import type { ImportPreview, ImportTarget } from '@imperium/contract/contacts/contact-imports.ts'
import { formatNumber } from '../../lib/format.ts'
import { useCan } from '../../lib/use-session.ts'
import { plural, t, translateMessage } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { ContactFieldDialog } from '../contacts/index.ts'
import type { NewField } from '../contacts/index.ts'
import { rememberField } from './api.ts'
import type { Layout } from './api.ts'
import { encodingLabels, numberLabels, targetText } from './import-labels.ts'
import styles from '../../ui/styles.module.css'
import classes from './imports.module.css'

interface ColumnsTableProps {
  preview: ImportPreview
  fields: readonly ContactField[]
  stale: boolean
  onChange: (layout: Layout) => void
}

const separatorLabels: Readonly<Record<ImportPreview['separator'], string>> = {
  ',': t('Comma'),
  ';': t('Semicolon'),
  '\t': t('Tab'),
  '|': t('Vertical bar'),
}

/** The layout as detected; a date order only if it is known. */
export const layoutOf = ({ separator, encoding, hasHeader, titleRows, dateOrder, columns }: ImportPreview) => ({
  separator,
  encoding,
  hasHeader,
  titleRows,
  ...(dateOrder && dateOrder !== 'open' ? { dateOrder } : {}),
  columns: columns.map((column) => column.target),
})

/** How the file is read, and what each column is: the first rows as contacts would get them. */
export function ColumnsTable({ preview, fields, stale, onChange }: ColumnsTableProps) {
  const { hasHeader, columns, rows } = preview
  const mayCreate = useCan('contacts:write')
  const [made, setMade] = useState<number | null>(null)
  const layout = layoutOf(preview)
  // A target belongs to one column: choosing it removes it from the other.
  const choose = (index: number, chosen: ImportTarget) =>
    onChange({
      ...layout,
      columns: layout.columns.map((target, at) =>
        at === index ? chosen : target === chosen && chosen !== 'tags' ? ('ignore' as const) : target,
      ),
    })
  const options = [
    ...(['ignore', ...importTargets] as const).map((value) => ({ value, label: targetText[value] ?? value })),
    ...fields.map(({ key, label }) => ({ value: `custom:${key}`, label })),
  ]
  return (
    <Card title={t('Columns')} aside={t('The first {count} rows', { count: formatNumber(rows.length) })}>
      <LayoutFields preview={preview} onChange={onChange} />
      <div className={classes.scroll} role="region" aria-label={t('Preview')} aria-busy={stale} tabIndex={0}>
        <table className={classes.columns}>
          <thead>
            <tr>
              <th scope="col">{t('Row||of a file')}</th>
              {columns.map((column, index) => (
                <th key={`${index}:${column.name}`} scope="col">
                  {hasHeader ? column.name : t('Column {number}', { number: index + 1 })}
                  <NativeSelect
                    size="xs"
                    className={classes.target}
                    aria-label={t('What {column} is', { column: column.name })}
                    value={column.target}
                    data={options}
                    // The options are exactly the targets.
                    onChange={(event) => choose(index, event.currentTarget.value as ImportTarget)}
                  />
                  {column.target.startsWith('custom:') && <Outliers column={column} />}
                  {column.decimalSign && <span className={classes.numbers}>{numberLabels[column.decimalSign]}</span>}
                  {mayCreate && column.target === 'ignore' && (
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      className={classes.create}
                      leftSection={<IconPlus size={13} stroke={1.8} aria-hidden />}
                      aria-label={t('Create a field for {column}', { column: column.name })}
                      onClick={() => setMade(index)}
                    >
                      {t('Create this field')}
                    </Button>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.row}>
                <th scope="row" className={classes.row}>
                  {row.row}
                  {row.errors.map((error) => (
                    <span key={error.column + error.message} className={classes.fault}>
                      {translateMessage(error)}
                    </span>
                  ))}
                </th>
                {columns.map((column, index) => (
                  <td key={`${index}:${column.name}`} data-off={column.target === 'ignore' || undefined}>
                    <Shown row={row} target={column.target} index={index} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {made !== null && (
        <Suspense>
          <ContactFieldDialog
            field={null}
            begun={newFieldOf(preview, made)}
            onClose={() => setMade(null)}
            onSaved={(field) => {
              rememberField(field)
              choose(made, `custom:${field.key}`)
            }}
          >
            <p className={classes.text}>
              {t('For the column {column}. The type is guessed from the first rows. Rows with other values are skipped.', {
                column: columns[made]?.name ?? '',
              })}
            </p>
          </ContactFieldDialog>
        </Suspense>
      )}
    </Card>
  )
}

/** File format settings; a change may change the detected columns. */
function LayoutFields({ preview, onChange }: Pick<ColumnsTableProps, 'preview' | 'onChange'>) {
  const { separator, encoding, isEncodingSure, hasHeader, titleRows, dateOrder } = preview
  const layout = layoutOf(preview)
  return (
    <div className={classes.layout}>
      <NativeSelect
        label={t('Separator')}
        value={separator}
        data={importSeparators.map((value) => ({ value, label: separatorLabels[value] }))}
        onChange={(event) => onChange({ encoding, separator: event.currentTarget.value as ImportPreview['separator'] })}
      />
      <NativeSelect
        label={t('Encoding')}
        value={encoding}
        data={importEncodings.map((value) => ({ value, label: encodingLabels[value] }))}
        onChange={(event) => onChange({ encoding: event.currentTarget.value as ImportPreview['encoding'] })}
      />
      {titleRows > 0 && (
        <NativeSelect
          label={t('Rows above the header')}
          value={String(titleRows)}
          data={Array.from({ length: importLimits.titleRows + 1 }, (_, rows) => String(rows))}
          onChange={(event) => onChange({ encoding, separator, hasHeader, titleRows: Number(event.currentTarget.value) })}
        />
      )}
      {dateOrder && (
        <NativeSelect
          label={t('Days such as 03/04/2026')}
          value={dateOrder}
          data={[
            ...(dateOrder === 'open' ? [{ value: 'open', label: t('Choose an order') }] : []),
            { value: 'dmy', label: t('Day first: 3 April') },
            { value: 'mdy', label: t('Month first: March 4') },
          ]}
          // The option `open` exists until a choice is made.
          onChange={(event) => onChange({ ...layout, dateOrder: event.currentTarget.value as 'dmy' | 'mdy' })}
        />
      )}
      <Switch
        label={t('The first row is a header')}
        checked={hasHeader}
        onChange={(event) => onChange({ ...layout, hasHeader: event.currentTarget.checked })}
      />
      {!isEncodingSure && (
        <p role="alert" className={classes.unsure}>
          {t('The encoding of this file is not certain. Check the letters below, and choose another encoding if they are wrong.')}
        </p>
      )}
    </div>
  )
}

/** A field for a column: named as its head, of the type that its first values have; they are the choices that it would have. */
function newFieldOf({ hasHeader, columns, rows }: ImportPreview, index: number): NewField {
  const column = columns[index]
  const values = rows.flatMap(({ cells }) => cells[index]?.trim().slice(0, 100) || [])
  return {
    label: hasHeader ? (column?.name.slice(0, 80) ?? '') : '',
    type: column?.fieldType ?? 'text',
    choices: [...new Set(values)],
  }
}

interface ShownProps {
  row: ImportPreview['rows'][number]
  target: ImportTarget
  index: number
}

/** The value as imported, and what stands in the file where that is written in another way; without a value, the cell. */
function Shown({ row, target, index }: ShownProps) {
  const value = row.values[target]
  const cell = row.cells[index] ?? ''
  if (value === undefined || target === 'tags') return cell
  const stored = String(value)
  const isSame = stored === cell.trim() || typeof value === 'boolean' || !isRewritten(target)
  return (
    <>
      {stored}
      {!isSame && <span className={styles.smallBlock}>{t('in the file: {text}', { text: cell })}</span>}
    </>
  )
}

/** Numbers, amounts and days, whose meaning depends on how they are written. */
const isRewritten = (target: ImportTarget): boolean => target.startsWith('custom:') || target === 'consentDate'

/** Values of the first rows that do not fit the type of their column. */
export function Outliers({
  column: { outlierCount, outliers },
}: {
  column: Pick<ImportPreview['columns'][number], 'outlierCount' | 'outliers'>
}) {
  if (outlierCount === 0) return null
  const texts = outliers.slice(0, 3).map(({ row, text }) => t('row {row}: "{text}"', { row: formatNumber(row), text }))
  return (
    <span className={classes.numbers}>
      {plural(outlierCount, { one: '{count} value does not fit', other: '{count} values do not fit' })}: {texts.join(', ')}
    </span>
  )
}
