import { Skeleton } from '@mantine/core'
import type { FormField } from '@imperium/contract/workflows/workflow-steps.ts'
import { t } from '../../../../lib/words.ts'
import { isRecord } from '../graph/config-path.ts'
import { useActions, useChosen } from './connection-fields.tsx'
import type { FieldProps } from './field-props.ts'
import { JsonField, SelectField, SwitchField, TemplateField } from './text-fields.tsx'
import styles from '../../../../ui/styles.module.css'
import classes from './form.module.css'

const fields = { select: SelectField, switch: SwitchField, json: JsonField } as const
const isSpecial = (kind: FormField['kind']): kind is keyof typeof fields => Object.hasOwn(fields, kind)

/** The form of the chosen operation: a field for each parameter and each part of its body. */
export function ConnectionInputField(props: FieldProps) {
  const { connection, action } = useChosen()
  const { data, isError } = useActions(connection)
  if (connection === '' || action === '') return null
  // Without the form, the input can still be written.
  if (isError) return <JsonField {...props} />
  if (!data) return <Skeleton height={64} radius={8} />
  const form = data.find(({ id }) => id === action)?.form ?? []
  if (form.length === 0) return null
  return <InputForm key={`${connection} ${action}`} {...props} form={form} />
}

function InputForm({ form, value, onChange, error, disabled, sources }: FieldProps & { form: readonly FormField[] }) {
  const input = isRecord(value) ? value : {}
  return (
    <div className={styles.stackWide} role="group" aria-label={t('Input')}>
      {error !== undefined && (
        <p className={classes.problem} role="alert">
          {error}
        </p>
      )}
      {form.map((field) => {
        const Field = isSpecial(field.kind) ? fields[field.kind] : TemplateField
        return (
          <Field
            key={field.path}
            {...{ field, disabled, sources, value: input[field.path], error: undefined }}
            onChange={(next) => {
              const { [field.path]: _old, ...others } = input
              onChange(next === undefined || next === '' ? others : { ...others, [field.path]: next })
            }}
          />
        )
      })}
    </div>
  )
}
