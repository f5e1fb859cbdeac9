import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { MetadataKey, metadataLimits } from '@imperium/contract/knowledge/metadata.ts'
import type { Metadata } from '@imperium/contract/knowledge/metadata.ts'
import { t } from '../../../lib/words.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../knowledge.module.css'

type Kind = 'text' | 'number' | 'date' | 'boolean'
interface Field {
  id: number
  key: string
  kind: Kind
  value: string
}

const kinds: { value: Kind; label: string }[] = [
  { value: 'text', label: t('Text') },
  { value: 'number', label: t('Number') },
  { value: 'date', label: t('Date') },
  { value: 'boolean', label: t('Yes or no') },
]

const kindOf = (value: Metadata[string]): Kind => {
  if (typeof value === 'string') return /^\d{4}-\d{2}-\d{2}$/.test(value) ? 'date' : 'text'
  return typeof value === 'number' ? 'number' : 'boolean'
}

/** The value in its type; null while it is empty. */
function valueOf({ kind, value }: Field): Metadata[string] | null {
  const text = value.trim()
  if (kind === 'boolean') return text === 'true'
  if (text === '') return null
  if (kind !== 'number') return text
  return Number.isFinite(Number(text)) ? Number(text) : null
}

const isMissing = (field: Field): boolean => field.key === '' || valueOf(field) === null

interface MetadataFieldProps {
  value: Metadata
  onChange: (value: Metadata) => void
  error?: unknown
}

/** Named values of a document, by which searches are narrowed. Incomplete rows are not saved. */
export function MetadataField({ value, onChange, error }: MetadataFieldProps) {
  const id = useId()
  const [fields, setFields] = useState<Field[]>(() =>
    Object.entries(value).map(([key, each], at) => ({ id: at, key, kind: kindOf(each), value: String(each) })),
  )
  const set = (next: Field[]) => {
    setFields(next)
    onChange(Object.fromEntries(next.flatMap((field) => (isMissing(field) ? [] : [[field.key, valueOf(field) ?? '']]))))
  }
  const change = (field: Field, part: Partial<Field>) => set(fields.map((each) => (each === field ? { ...field, ...part } : each)))
  return (
    <div role="group" aria-labelledby={id} className={styles.stack}>
      <div>
        <span id={id} className={classes.fieldsLabel}>
          {t('Metadata')}
        </span>
        <p className={classes.excerpt}>{t('Searches and agents can be narrowed to values, such as department=sales or year>=2025.')}</p>
      </div>
      {fields.map((field, at) => (
        <FieldRow
          key={field.id}
          field={field}
          place={at + 1}
          isTwice={fields.some((each) => each !== field && each.key !== '' && each.key === field.key)}
          onChange={(part) => change(field, part)}
          onRemove={() => set(fields.filter((each) => each !== field))}
        />
      ))}
      {typeof error === 'string' && <p className={classes.fault}>{error}</p>}
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} stroke={1.8} aria-hidden />}
          disabled={fields.length >= metadataLimits.fields}
          onClick={() => set([...fields, { id: Math.max(-1, ...fields.map((each) => each.id)) + 1, key: '', kind: 'text', value: '' }])}
        >
          {t('Add field')}
        </Button>
      </div>
    </div>
  )
}

interface FieldRowProps {
  field: Field
  place: number
  isTwice: boolean
  onChange: (part: Partial<Field>) => void
  onRemove: () => void
}

function FieldRow({ field: { key, kind, value }, place, isTwice, onChange, onRemove }: FieldRowProps) {
  const isWrong = key !== '' && !MetadataKey.safeParse(key).success
  const label = t('Value of field {place}', { place: String(place) })
  return (
    <div className={classes.metadata}>
      <TextInput
        aria-label={t('Name of field {place}', { place: String(place) })}
        placeholder="department"
        maxLength={40}
        value={key}
        error={isTwice ? t('Used twice') : isWrong && t('Use lower case letters, digits and _')}
        onChange={(event) => onChange({ key: event.currentTarget.value.trim().toLowerCase() })}
      />
      <Select
        aria-label={t('Type of field {place}', { place: String(place) })}
        allowDeselect={false}
        data={kinds}
        value={kind}
        onChange={(next) => next && onChange({ kind: next as Kind, value: next === 'boolean' ? 'true' : '' })}
      />
      {kind === 'boolean' ? (
        <Select
          aria-label={label}
          allowDeselect={false}
          data={[
            { value: 'true', label: t('Yes') },
            { value: 'false', label: t('No') },
          ]}
          value={value}
          onChange={(next) => next && onChange({ value: next })}
        />
      ) : (
        <TextInput
          aria-label={label}
          type={kind === 'date' ? 'date' : 'text'}
          inputMode={kind === 'number' ? 'decimal' : undefined}
          maxLength={metadataLimits.value}
          value={value}
          error={kind === 'number' && value.trim() !== '' && !Number.isFinite(Number(value)) && t('Enter a number')}
          onChange={(event) => onChange({ value: event.currentTarget.value })}
        />
      )}
      <ActionIcon size={32} aria-label={t('Remove field {place}', { place: String(place) })} onClick={onRemove}>
        <IconX size={15} stroke={1.7} aria-hidden />
      </ActionIcon>
    </div>
  )
}
