import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Timestamp, idParams, required } from '../kit/fields.ts'

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
  .refine((list) => new Set(list).size === list.length, 'Each choice once')

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

export const contactFields = {
  fields: endpoint({
    id: 'contacts.fields',
    method: 'GET',
    path: '/contacts/fields',
    summary: 'List the custom fields of contacts',
    access: 'contacts:read',
    reply: z.array(ContactField).max(contactFieldLimits.fields),
    v1: true,
  }),
  createField: endpoint({
    id: 'contacts.createField',
    method: 'POST',
    path: '/contacts/fields',
    summary: 'Add a custom field to contacts',
    access: 'contacts:write',
    body: CreateContactFieldBody,
    reply: ContactField,
    status: 201,
    errors: [409],
    idempotent: true,
    v1: true,
  }),
  updateField: endpoint({
    id: 'contacts.updateField',
    method: 'PUT',
    path: '/contacts/fields/:id',
    summary: 'Change the label or the choices of a custom field; a choice that contacts have cannot be taken away',
    access: 'contacts:write',
    params: idParams,
    body: UpdateContactFieldBody,
    reply: ContactField,
    errors: [404, 409],
    v1: true,
  }),
  removeField: endpoint({
    id: 'contacts.removeField',
    method: 'DELETE',
    path: '/contacts/fields/:id',
    summary: 'Delete a custom field that no segment and no campaign uses, with what contacts have in it',
    access: 'contacts:erase',
    params: idParams,
    errors: [404, 409],
  }),
}
