import { Button, NativeSelect } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { contactFields } from '@imperium/contract/contacts/contact-fields.ts'
import type { ContactField, ContactFieldType } from '@imperium/contract/contacts/contact-fields.ts'
import type { ImportPreview, ImportTarget } from '@imperium/contract/contacts/contact-imports.ts'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { useCan } from '../../lib/use-session.ts'
import { plural, t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { typeLabels } from './import-labels.ts'
import { rememberField } from './api.ts'
import type { Layout } from './api.ts'
import { Outliers, layoutOf } from './columns-table.tsx'
import { newKey, unknownColumns } from './new-field-keys.ts'
import classes from './imports.module.css'

/** Types whose values a file can bring without more questions. */
const types = ['text', 'number', 'date', 'boolean'] as const satisfies readonly ContactFieldType[]

interface NewFieldsProps {
  preview: ImportPreview
  fields: readonly ContactField[]
  onChange: (layout: Layout) => void
}

/** All columns that no field exists for, created at once with the types that their values have. */
export function NewFields({ preview, fields, onChange }: NewFieldsProps) {
  const mayCreate = useCan('contacts:write')
  const [chosen, setChosen] = useState<Record<number, ContactFieldType>>({})
  const columns = unknownColumns(preview)
  const create = useMutation({ mutationFn: createAll, meta: { silent: true } })

  /** One after the other: those that were made before a failure stay, and are used. */
  async function createAll(): Promise<void> {
    const targets: ImportTarget[] = preview.columns.map(({ target }) => target)
    const keys = new Set(fields.map(({ key }) => key))
    try {
      for (const { index, name, fieldType } of columns) {
        const key = newKey(name, keys)
        keys.add(key)
        const field = await call(contactFields.createField, { body: { key, label: name.slice(0, 80), type: chosen[index] ?? fieldType } })
        rememberField(field)
        targets[index] = `custom:${field.key}`
      }
    } finally {
      onChange({ ...layoutOf(preview), columns: targets })
    }
  }

  if (!mayCreate || columns.length === 0) return null
  return (
    <Card title={t('New fields')}>
      <p className={classes.text}>
        {t(
          'These columns have no field yet and would not be imported. The types are those of most values; rows with other values are skipped and can be corrected after the import.',
        )}
      </p>
      <ul className={classes.newFields}>
        {columns.map(({ index, name, fieldType, examples, ...column }) => (
          <li key={index}>
            <span className={classes.strong}>{name}</span>
            <span className={classes.examples}>
              {examples.join(', ')}
              {(chosen[index] ?? fieldType) === fieldType && <Outliers column={column} />}
            </span>
            <NativeSelect
              size="xs"
              aria-label={t('Type of {column}', { column: name })}
              value={chosen[index] ?? fieldType}
              data={types.map((type) => ({ value: type, label: typeLabels[type] }))}
              // The options are exactly these types.
              onChange={(event) => setChosen({ ...chosen, [index]: event.currentTarget.value as (typeof types)[number] })}
            />
          </li>
        ))}
      </ul>
      {create.error && (
        <p role="alert" className={classes.problem}>
          {create.error instanceof ApiError
            ? (Object.values(create.error.fields)[0] ?? create.error.message)
            : t('Failed to save the field')}
        </p>
      )}
      <div className={classes.end}>
        <Button variant="default" loading={create.isPending} onClick={() => create.mutate()}>
          {plural(columns.length, { one: 'Create {count} field', other: 'Create {count} fields' })}
        </Button>
      </div>
    </Card>
  )
}
