import { z } from 'zod'
import { LeftOutOperation } from '@imperium/contract/integrations/left-out.ts'

/** A form of names and values. */
export const isFormType = (type: string): boolean => /^application\/x-www-form-urlencoded/i.test(type)

/** How lists and objects of a parameter are written (OpenAPI 3); `json`: as the text of JSON. */
export const styles = ['simple', 'label', 'matrix', 'form', 'spaceDelimited', 'pipeDelimited', 'deepObject', 'json'] as const
/** Kinds of JSON values; null apart. */
export const kinds = ['string', 'integer', 'number', 'boolean', 'object', 'array'] as const

/** A field of an operation: a parameter, or a part of its body. */
const StoredField = z.object({
  /** Key in the input of the action. */
  key: z.string(),
  /** Its name in the request. */
  name: z.string(),
  /** The objects of the body that it is inside of, from the outside. */
  within: z.array(z.string()).default([]),
  at: z.enum(['path', 'query', 'header', 'body']),
  /** `json`: an object or a list; `any`: others too. What they are is said by `kinds`, which older ones do not have. */
  type: z.enum(['string', 'integer', 'number', 'boolean', 'json', 'any']),
  kinds: z.array(z.enum(kinds)).default([]),
  isNullable: z.boolean().default(false),
  options: z.array(z.string()).default([]),
  /** The only values of one that takes others than texts, apart from null. */
  values: z.array(z.union([z.string(), z.number(), z.boolean()])).optional(),
  /** What the values of a list are, where the document says it: they are checked as fields are. */
  items: z.object({ kinds: z.array(z.enum(kinds)), options: z.array(z.string()), isNullable: z.boolean() }).optional(),
  /** JSON Schema of a list or an object, as models are told it; absent where it is too large. */
  shape: z.record(z.string(), z.unknown()).optional(),
  isRequired: z.boolean(),
  description: z.string(),
  /** Of a parameter. Those stored before it was read are `form`, exploded. */
  style: z.enum(styles).optional(),
  explode: z.boolean().optional(),
  /** Reserved characters stay as they are (`allowReserved`). */
  isReserved: z.boolean().optional(),
  /** Holds the fields that the document does not name; they are sent beside the others. */
  isRest: z.boolean().optional(),
  /** Of a form with files: whether it is one, or a list of them, and the media type that the document asks for ('' where it does not). */
  part: z.object({ isFile: z.boolean(), contentType: z.string() }).optional(),
})
export type StoredField = z.infer<typeof StoredField>

export const StoredOperation = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string(),
  /** Path before it, from the root of the host, where the operation has a server of its own; '' for that of the connection. */
  root: z.string().default(''),
  /** `fields`: an object made of the fields of the body. `whole`: the one field is the body; `text`: as it is; `multipart`: a form with files; `file`: the bytes of the one field. */
  body: z.enum(['none', 'fields', 'whole', 'form', 'multipart', 'text', 'file']),
  /** Media type of the body; '' for JSON or that of a form. */
  contentType: z.string().default(''),
  fields: z.array(StoredField),
  /** Objects of the body that are required where the object around is sent, the outer ones first: also where none of their fields is given. */
  objects: z.array(z.array(z.string())).default([]),
})
export type StoredOperation = z.infer<typeof StoredOperation>

/** A tool of an MCP server, as it was when a person took it over. */
export const StoredTool = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  description: z.string(),
  fields: z.array(StoredField),
  /** Its input as the server describes it, for people; cut where it is long. */
  schema: z.string().default(''),
  /** Of its input, what is sent in headers as well; see `headerParts`. */
  headers: z.record(z.string(), z.unknown()).optional(),
  /** Hash of the whole description and input, cut nowhere. */
  whole: z.string().default(''),
})
export type StoredTool = z.infer<typeof StoredTool>

/** What of a document or server cannot be used, or not in full, and why. */
const StoredLeftOut = LeftOutOperation
export type LeftOut = z.infer<typeof StoredLeftOut>

/** What a connection keeps of an OpenAPI document, or of what an MCP server offers. */
export const StoredDocument = z.object({
  title: z.string(),
  baseUrl: z.string(),
  operations: z.array(StoredOperation),
  tools: z.array(StoredTool).default([]),
  /** Of tools that are gone: grants may still name them. */
  retiredIds: z.array(z.string()).default([]),
  leftOut: z.array(StoredLeftOut).default([]),
})
export type StoredDocument = z.infer<typeof StoredDocument>
