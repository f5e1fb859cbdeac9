import { z } from 'zod'
import { line, required, text } from '../kit/fields.ts'
import { fieldTypeNames, fieldTypes } from '../kit/field-types/field-types.ts'
import type { FieldTypeName } from '../kit/field-types/field-types.ts'
import { isBlank } from '../kit/field-types/field-type.ts'
import { choiceLimits } from '../kit/field-types/choice-types.ts'
import { textLimits } from '../kit/field-types/text-types.ts'
import type { PlanType } from '../plans.ts'

export const entityLimits = { fields: 100, tags: 20, columns: 800 } as const

/** A database connection keeps what it knows of every table that it touched, so their number is bounded. */
export const definitionsOfPlan: Readonly<Record<PlanType, number>> = { FREE: 10, CONQUEROR: 30, EMPEROR: 100, OVERLORD: 300 }

export const FieldTypeSchema = z.enum(fieldTypeNames)

/** A value of a record: text, number, boolean, a list of texts, or null for none. */
export const RecordValue = z
  .union([text(textLimits.longText), z.number(), z.boolean(), z.array(line(100)).max(choiceLimits.related)])
  .nullable()
export type RecordValue = z.infer<typeof RecordValue>

/** The same as it is answered. */
export const AnsweredValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()).max(choiceLimits.related)]).nullable()

/** As the API, files and templates name a field or an entity: lower case, so that it is the same everywhere. */
const nameRule = /^[a-z][a-z0-9_]{0,39}$/
const nameMessage = 'Use lowercase letters, digits and _, starting with a letter'

/** Words that every record has already, or that expressions use. */
const reservedNames = ['id', 'org_id', 'label', 'created_at', 'updated_at', 'deleted_at', 'true', 'false', 'null', 'in', 'record', 'values']

export const EntityName = z.string().regex(nameRule, nameMessage)

const Option = z.strictObject({
  /** What is stored; of a new option the label unless given. */
  value: line(100).default(''),
  label: required(100, 'A choice must not be empty'),
})

/** What is stored of a choice is its value; that of a new one is its label. */
export const withValues = (options: readonly { value: string; label: string }[]) =>
  options.map(({ value, label }) => ({ value: value || label, label }))

const shape = {
  name: EntityName.refine((name) => !reservedNames.includes(name), 'This name is reserved'),
  label: required(80, 'Name the field'),
  type: FieldTypeSchema,
  required: z.boolean().default(false),
  unique: z.boolean().default(false),
  /** Sorted and filtered often: it gets an index. */
  indexed: z.boolean().default(false),
  /** Holds personal data. */
  personal: z.boolean().default(false),
  help: text(300).default(''),
  /** Of a new record; null: none. */
  defaultValue: RecordValue.default(null),
  pattern: line(textLimits.pattern).default(''),
  options: z
    .array(Option)
    .max(choiceLimits.options)
    .default([])
    .refine((options) => new Set(withValues(options).map(({ value }) => value)).size === options.length, 'Enter each choice only once')
    .refine((options) => new Set(options.map(({ label }) => label.toLowerCase())).size === options.length, 'Enter each choice only once'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'Use the three letters of the currency')
    .default('USD'),
  decimals: z.int().min(0).max(6).default(2),
  /** Of a relation: `contacts`, `members` or the name of an entity. */
  entity: z.string().max(40).default(''),
  /** Of an automatic number. */
  prefix: line(10).default(''),
}

/** Rules between the parts of a field. */
function checkField(field: z.output<z.ZodObject<typeof shape>>, context: z.RefinementCtx): void {
  const type = fieldTypes[field.type]
  const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (type.input === 'choice' || type.input === 'choices') {
    if (field.options.length === 0) refuse('options', 'Add at least one choice')
  } else if (field.options.length > 0) refuse('options', 'Only fields of type choice have choices')
  if (isRelation(field.type) && field.entity === '') refuse('entity', 'Choose what the field relates to')
  if (field.unique && !type.canBeUnique) refuse('unique', 'Fields of this type cannot be unique')
  if (field.type === 'autonumber' && !isBlank(field.defaultValue)) refuse('defaultValue', 'An automatic number has no default')
  if (!isBlank(field.defaultValue)) {
    const parsed = type.parse(field.defaultValue, { ...field, options: withValues(field.options) })
    if ('refused' in parsed) refuse('defaultValue', typeof parsed.refused === 'string' ? parsed.refused : parsed.refused.message)
    else if (field.unique) refuse('defaultValue', 'A unique field has no default')
  }
}

export const isRelation = (type: FieldTypeName): boolean => type === 'relation' || type === 'relations'

export const EntityFieldBody = z
  .strictObject({
    /** Of a field that exists; a field without it is new. */
    id: z
      .string()
      .regex(/^f\d{1,4}$/)
      .optional(),
    ...shape,
  })
  .superRefine(checkField)
export type EntityFieldBody = z.output<typeof EntityFieldBody>

export const EntityField = z
  .object({
    /** Stays the same when the field is renamed. */
    id: z.string(),
    name: z.string(),
    label: z.string(),
    type: FieldTypeSchema,
    required: z.boolean(),
    unique: z.boolean(),
    indexed: z.boolean(),
    personal: z.boolean(),
    help: z.string(),
    defaultValue: AnsweredValue,
    pattern: z.string(),
    options: z.array(z.object({ value: z.string(), label: z.string() })),
    currency: z.string(),
    decimals: z.int(),
    entity: z.string(),
    prefix: z.string(),
  })
  .meta({ id: 'EntityField' })
export type EntityField = z.infer<typeof EntityField>

/**
 * What a stored field lacks when an earlier version wrote it. A new property of fields gets its line here: definitions of customers are never
 * rewritten by an upgrade.
 */
export const storedFieldDefaults: Omit<EntityField, 'id' | 'name' | 'label' | 'type'> = {
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
}

export const EntityFields = z
  .array(EntityFieldBody)
  .min(1, 'Add at least one field')
  .max(entityLimits.fields)
  .refine((fields) => new Set(fields.map(({ name }) => name)).size === fields.length, 'Two fields have the same name')
  .refine((fields) => {
    const ids = fields.flatMap(({ id }) => id ?? [])
    return new Set(ids).size === ids.length
  }, 'Two fields have the same id')
