import { z } from 'zod'
import { create, get, operations, put, remove } from '../kit/operations.ts'
import { Id, Timestamp, required } from '../kit/fields.ts'

export const contactFieldTypes = ['text', 'number', 'boolean', 'date', 'choice'] as const
export const ContactFieldType = z.enum(contactFieldTypes)
export type ContactFieldType = z.infer<typeof ContactFieldType>

export const contactFieldLimits = { fields: 100, choices: 50, textLength: 1000 } as const

/** Value of a custom field: text, number, boolean, day (YYYY-MM-DD) or one of the choices. */
export const CustomValue = z.union([z.string(), z.number(), z.boolean()])
export type CustomValue = z.infer<typeof CustomValue>

export const ContactField = z
  .object({
    id: Id,
    /** As templates, imports and the API name it: `{{ custom.key }}`. */
    key: z.string(),
    label: z.string(),
    type: ContactFieldType,
    /** Of a choice; empty for the other types. */
    choices: z.array(z.string()).max(contactFieldLimits.choices),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'ContactField' })
export type ContactField = z.infer<typeof ContactField>

const label = required(80, 'Name the field')
const choices = z
  .array(required(100, 'A choice must not be empty'))
  .max(contactFieldLimits.choices)
  .refine((list) => new Set(list).size === list.length, 'Enter each choice only once')

export const CreateContactFieldBody = z.strictObject({
  key: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'Use lowercase letters, digits and _, starting with a letter'),
  label,
  type: ContactFieldType,
  choices: choices.default([]),
})

export const UpdateContactFieldBody = z.strictObject({
  label: label.optional(),
  choices: choices.optional(),
  /** The value that was read; a stale write is rejected with 409. */
  updatedAt: Timestamp.optional(),
})

export const contactFields = operations(
  'contacts',
  { read: 'contacts:read', write: 'contacts:write' },
  {
    fields: get('/contacts/fields', 'List the custom fields of contacts', {
      reply: z.array(ContactField).max(contactFieldLimits.fields),
      v1: true,
    }),
    createField: create('/contacts/fields', 'Add a custom field to contacts', {
      body: CreateContactFieldBody,
      reply: ContactField,
      idempotent: true,
      v1: true,
    }),
    updateField: put(
      '/contacts/fields/:id',
      'Change the label or the choices of a custom field; a choice that contacts have cannot be taken away',
      { body: UpdateContactFieldBody, reply: ContactField, errors: [409], v1: true },
    ),
    removeField: remove(
      '/contacts/fields/:id',
      'Delete a custom field that no segment and no campaign uses, with what contacts have in it',
      { access: 'contacts:erase' },
    ),
  },
)
