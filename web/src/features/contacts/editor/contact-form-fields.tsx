import { Select, TagsInput, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import type { ContactField } from '@imperium/contract/contacts/contact-fields.ts'
import { contactLimits } from '@imperium/contract/contacts/contacts.ts'
import { t } from '../../../lib/words.ts'
import { DecimalInput } from '../../../ui/form/decimal-input.tsx'
import { tagsQuery } from '../api.ts'
import type { ContactValues } from './contact-form.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../contacts.module.css'

interface FieldsProps {
  form: UseFormReturnType<ContactValues>
  fields: readonly ContactField[]
}

/** All fields of a contact: identity, addresses, then custom fields. */
export function ContactFormFields({ form, fields }: FieldsProps) {
  const { data: tags = [] } = useQuery(tagsQuery)
  return (
    <>
      <div className={classes.pair}>
        <TextInput label={t('First name')} maxLength={100} data-autofocus {...form.getInputProps('firstName')} />
        <TextInput label={t('Last name')} maxLength={100} {...form.getInputProps('lastName')} />
      </div>
      <div className={classes.pair}>
        <TextInput label={t('Email')} type="email" maxLength={254} {...form.getInputProps('email')} />
        <TextInput label={t('Phone')} type="tel" maxLength={40} placeholder="+44 20 7946 0958" {...form.getInputProps('phone')} />
      </div>
      <div className={classes.pair}>
        <TextInput label={t('Language')} placeholder="en-GB" maxLength={35} {...form.getInputProps('locale')} />
        <Select
          label={t('Time zone')}
          placeholder={t('As the organization')}
          data={zones(form.values.timeZone)}
          searchable
          clearable
          limit={100}
          nothingFoundMessage={t('Unknown time zone name')}
          {...form.getInputProps('timeZone')}
        />
      </div>
      <TagsInput
        label={t('Tags')}
        placeholder={form.values.tags.length ? '' : t('Type and press Enter')}
        data={tags.map(({ tag }) => tag)}
        maxTags={contactLimits.tags}
        limit={20}
        clearable
        {...form.getInputProps('tags')}
      />
      {fields.length > 0 && <hr className={styles.rule} />}
      <div className={classes.pair}>
        {fields.map((field) => (
          <OwnField key={field.key} form={form} field={field} />
        ))}
      </div>
    </>
  )
}

/** An input for a field of the organization, by its type. */
function OwnField({ form, field }: { form: UseFormReturnType<ContactValues>; field: ContactField }) {
  const { key, label, type, choices } = field
  const value = form.values.custom[key] ?? null
  const shared = { label, error: form.errors[`custom.${key}`] }
  const set = (next: string | number | boolean | null) => {
    form.setFieldValue('custom', { ...form.values.custom, [key]: next })
    form.clearFieldError(`custom.${key}`)
  }
  switch (type) {
    case 'number':
      return <DecimalInput {...shared} value={typeof value === 'boolean' ? null : value} onChange={set} />
    case 'boolean':
      return (
        <Select
          {...shared}
          clearable
          data={[
            { value: 'true', label: t('Yes') },
            { value: 'false', label: t('No') },
          ]}
          value={value === null ? null : String(value)}
          onChange={(next) => set(next === null ? null : next === 'true')}
        />
      )
    case 'choice':
      return <Select {...shared} clearable data={choices} value={value === null ? null : String(value)} onChange={set} />
    case 'date':
      return <TextInput {...shared} type="date" value={String(value ?? '')} onChange={(event) => set(event.currentTarget.value)} />
    case 'text':
      return <TextInput {...shared} maxLength={1000} value={String(value ?? '')} onChange={(event) => set(event.currentTarget.value)} />
  }
}

const zones = (current: string | null): string[] => [
  ...new Set(['UTC', ...(current ? [current] : []), ...Intl.supportedValuesOf('timeZone')]),
]
