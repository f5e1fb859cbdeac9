import { z } from 'zod'

/** A field of an operation: a parameter, or a part of its body. */
const StoredField = z.object({
  /** Key in the input of the action. */
  key: z.string(),
  /** Its name in the request. */
  name: z.string(),
  at: z.enum(['path', 'query', 'header', 'body']),
  type: z.enum(['string', 'integer', 'number', 'boolean', 'json']),
  options: z.array(z.string()).default([]),
  isRequired: z.boolean(),
  description: z.string(),
})
export type StoredField = z.infer<typeof StoredField>

const StoredOperation = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string(),
  /** `fields`: an object made of the fields of the body. `whole`: the one field is the body. */
  body: z.enum(['none', 'fields', 'whole', 'form']),
  fields: z.array(StoredField),
})
export type StoredOperation = z.infer<typeof StoredOperation>

/** What a connection keeps of an OpenAPI document. */
export const StoredDocument = z.object({
  title: z.string(),
  baseUrl: z.string(),
  operations: z.array(StoredOperation),
})
export type StoredDocument = z.infer<typeof StoredDocument>
