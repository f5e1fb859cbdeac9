import type { EntityDefinition } from '@imperium/contract/entities/entities.ts'
import type { EntityField, RecordValue } from '@imperium/contract/entities/entity-fields.ts'
import type { EntityProposal } from '@imperium/contract/entities/record-imports.ts'
import { fieldTypes } from '@imperium/contract/kit/field-types/field-types.ts'
import type { FieldTypeName } from '@imperium/contract/kit/field-types/field-types.ts'
import { nameOfLabel } from './entity-labels.ts'

/** A field as the designer edits it. */
export interface FieldDraft {
  /** Of the row on screen. */
  key: string
  id: string | null
  name: string
  label: string
  type: FieldTypeName
  required: boolean
  unique: boolean
  indexed: boolean
  personal: boolean
  help: string
  defaultValue: RecordValue
  pattern: string
  /** Labels of choices, and the value of those that were saved before. */
  options: { value: string; label: string }[]
  currency: string
  decimals: number
  entity: string
  prefix: string
}

export interface EntityValues extends Record<string, unknown> {
  displayName: string
  entityName: string
  description: string
  category: EntityDefinition['category']
  vertical: string
  module: string
  tags: string[]
  fields: FieldDraft[]
}

let rows = 0
const newKey = () => `row${++rows}`

export const blankField = (): FieldDraft => ({
  key: newKey(),
  id: null,
  name: '',
  label: '',
  type: 'text',
  required: false,
  unique: false,
  indexed: false,
  personal: false,
  help: '',
  defaultValue: null,
  pattern: '',
  options: [],
  currency: 'USD',
  decimals: 2,
  entity: '',
  prefix: '',
})

const draftOf = (field: EntityField): FieldDraft => ({ ...field, key: newKey(), options: [...field.options] })

export const valuesOf = (entity: EntityDefinition | null): EntityValues => ({
  displayName: entity?.displayName ?? '',
  entityName: entity?.entityName ?? '',
  description: entity?.description ?? '',
  category: entity?.category ?? 'transactional',
  vertical: entity?.vertical ?? '',
  module: entity?.module ?? '',
  tags: entity ? [...entity.tags] : [],
  fields: entity ? entity.fields.map(draftOf) : [blankField()],
})

/** What a file proposes, as rows of the designer. */
export const draftsOf = ({ fields }: EntityProposal): FieldDraft[] =>
  fields.map((field) => ({ ...blankField(), ...field, options: [...field.options] }))

const hasChoices = (type: FieldTypeName): boolean => type === 'choice' || type === 'choices'
const isRelation = (type: FieldTypeName): boolean => type === 'relation' || type === 'relations'

/** Rows without a name are no fields. What a type does not use is not sent. */
const fieldsToBody = (drafts: readonly FieldDraft[]) =>
  drafts
    .filter(({ label, id }) => label.trim() !== '' || id !== null)
    .map(({ key, id, ...field }) => ({
      ...field,
      ...(id === null ? {} : { id }),
      name: field.name || nameOfLabel(field.label) || `field_${drafts.findIndex((draft) => draft.key === key) + 1}`,
      options: hasChoices(field.type) ? field.options : [],
      entity: isRelation(field.type) ? field.entity : '',
      pattern: field.type === 'text' ? field.pattern : '',
    }))

export const toCreateBody = ({ fields, ...values }: EntityValues) => ({
  ...values,
  entityName: values.entityName || nameOfLabel(values.displayName),
  fields: fieldsToBody(fields),
})

export const toUpdateBody = ({ fields, entityName: _name, ...values }: EntityValues) => ({ ...values, fields: fieldsToBody(fields) })

const guesses: readonly (readonly [RegExp, FieldTypeName])[] = [
  [/\b(e-?mail|correo|courriel)\b|メール/i, 'email'],
  [/\b(phone|mobile|telefon|tel|teléfono|téléphone)\b|電話/i, 'phone'],
  [/\b(url|website|link|webseite)\b/i, 'url'],
  [/\b(price|amount|cost|fee|budget|revenue|preis|betrag|precio|importe|prix|montant)\b|価格|金額/i, 'money'],
  [/\b(at|time|appointment|uhrzeit|termin|hora|heure)\b|時刻/i, 'date-time'],
  [/\b(date|day|birthday|deadline|due|datum|fecha|jour)\b|日付/i, 'date'],
  [/\b(number of|count|quantity|size|score|rating|anzahl|cantidad|nombre de)\b|数量/i, 'number'],
  [/\b(notes?|comment|description|details|notizen|beschreibung|notas|descripción)\b|備考/i, 'long-text'],
  [/^(is|has)\b|\?$/i, 'boolean'],
]

/** The type that a name suggests; text for any other. */
export const guessType = (label: string): FieldTypeName => guesses.find(([words]) => words.test(label))?.[1] ?? 'text'

/** Another type keeps what both have. */
export const withType = (field: FieldDraft, type: FieldTypeName): FieldDraft => ({
  ...field,
  type,
  defaultValue: null,
  unique: field.unique && fieldTypes[type].canBeUnique,
})
