import type { EntityField } from '@imperium/contract/entities/entity-fields.ts'
import type { EntityRecord } from '@imperium/contract/entities/records.ts'
import { fieldTypes } from '@imperium/contract/kit/field-types/field-types.ts'
import { formatFullDay, formatMoment } from '../../lib/format.ts'
import { currentLanguage, t } from '../../lib/words.ts'
import { OrgLink } from '../../ui/page/org-link.tsx'
import styles from '../../ui/styles.module.css'

interface RecordCellProps {
  field: EntityField
  record: EntityRecord
  /** In the panel: long texts whole, links that can be followed. */
  whole?: boolean
}

/** The value of a field as text of the page's language. */
export function textOfValue(field: EntityField, record: EntityRecord): string {
  const value = record.values[field.name] ?? null
  if (value === null) return ''
  switch (fieldTypes[field.type].input) {
    case 'date':
      return formatFullDay(String(value))
    case 'date-time':
      return formatMoment(String(value))
    case 'boolean':
      return value === true ? t('Yes') : t('No')
    case 'relation':
    case 'relations':
      return (record.related[field.name] ?? []).map(({ label }) => label ?? t('hidden||record')).join(', ')
    case 'text':
    case 'long-text':
    case 'number':
    case 'money':
    case 'choice':
    case 'choices':
    case 'email':
    case 'phone':
    case 'url':
    case 'none':
      return fieldTypes[field.type].format(value, field, currentLanguage())
  }
}

const pathOf = (target: string, id: string): string | null => {
  if (target === 'members') return null
  return target === 'contacts' ? `contacts?contact=${id}` : `records/${target}?record=${id}`
}

/** The value of a field in a table or a panel. */
export function RecordCell({ field, record, whole = false }: RecordCellProps) {
  const text = textOfValue(field, record)
  if (text === '') return <span className={styles.muted}>–</span>
  const { input } = fieldTypes[field.type]
  if (whole && (input === 'relation' || input === 'relations')) return <Related field={field} record={record} />
  if (whole && input === 'url')
    return (
      <a href={text} target="_blank" rel="noreferrer noopener">
        {text}
      </a>
    )
  if (whole && input === 'email') return <a href={`mailto:${text}`}>{text}</a>
  return <span className={whole ? styles.wrap : styles.truncate}>{text}</span>
}

function Related({ field, record }: Omit<RecordCellProps, 'whole'>) {
  return (
    <>
      {(record.related[field.name] ?? []).map(({ id, label }) => {
        const path = label === null ? null : pathOf(field.entity, id)
        return (
          <div key={id}>
            {path === null ? (
              <span className={styles.muted}>{label ?? t('hidden||record')}</span>
            ) : (
              <OrgLink path={path}>{label || '–'}</OrgLink>
            )}
          </div>
        )
      })}
    </>
  )
}
