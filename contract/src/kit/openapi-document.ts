/** A JSON schema, as the OpenAPI document has it. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  format?: string
  pattern?: string
  description?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
}

export interface Parameter {
  name: string
  in: string
  required: boolean
  schema: Schema
}

export interface OperationDocument {
  description: string
  parameters: Parameter[]
  /** Null without a JSON body. */
  body: Schema | null
  responses: { status: string; description: string; schema: Schema | null }[]
  components: Record<string, Schema>
}

interface Raw {
  paths?: Record<string, Record<string, RawOperation>>
  components?: { schemas?: Record<string, Schema>; responses?: Record<string, { description?: string }> }
}
interface RawOperation {
  description?: string
  parameters?: (Partial<Parameter> & { $ref?: string })[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
  responses?: Record<string, { $ref?: string; description?: string; content?: Record<string, { schema?: Schema }> }>
}

/** One operation of a part's document; null for one that is not in it. */
export function readOperation(document: object, method: string, path: string): OperationDocument | null {
  const { paths = {}, components = {} } = document as Raw
  const operation = paths[path]?.[method.toLowerCase()]
  if (!operation) return null
  const responses = Object.entries(operation.responses ?? {}).map(([status, each]) => ({
    status,
    description: each.description ?? components.responses?.[each.$ref?.split('/').at(-1) ?? '']?.description ?? '',
    schema: each.content?.['application/json']?.schema ?? null,
  }))
  return {
    description: operation.description ?? '',
    parameters: (operation.parameters ?? []).flatMap(({ name, in: place, required = false, schema = {} }) =>
      name && place ? [{ name, in: place, required, schema }] : [],
    ),
    body: operation.requestBody?.content?.['application/json']?.schema ?? null,
    responses,
    components: components.schemas ?? {},
  }
}

/** Follows a reference into the components. */
export const resolveSchema = (schema: Schema, components: Record<string, Schema>): Schema =>
  schema.$ref ? (components[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema

/** Shown in an example although they are optional: the fields that most objects have. */
const usualFields = ['name', 'type']
const deepest = 6
const textOf: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  'date-time': '2030-01-01T09:00:00.000Z',
  date: '2030-01-01',
  email: 'person@example.com',
  uri: 'https://example.com',
}

/** A value of the schema: its own example or default, else its required fields. */
export function exampleOf(given: Schema, components: Record<string, Schema>, { full = false, depth = 0 } = {}): unknown {
  const schema = resolveSchema(given, components)
  const inner = (each: Schema) => exampleOf(each, components, { full, depth: depth + 1 })
  const shown = ([name]: [string, Schema]) => full || schema.required?.includes(name) || (depth === 0 && usualFields.includes(name))
  const ownFields = () =>
    Object.fromEntries(
      Object.entries(schema.properties ?? {})
        .filter(shown)
        .map(([name, each]) => [name, inner(each)]),
    )
  if (schema.examples?.length) return schema.examples[0]
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum?.length) return schema.enum[0]
  if (depth > deepest) return null
  const choice = (schema.anyOf ?? schema.oneOf)?.find((each) => resolveSchema(each, components).type !== 'null')
  if (choice) return inner(choice)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  // Beside the type of a plain value the parts only narrow it.
  if (schema.allOf && (type === undefined || type === 'object')) return Object.assign(ownFields(), ...schema.allOf.map(inner)) as unknown
  if (type === 'object' || schema.properties) return ownFields()
  if (type === 'array') return schema.items && (full || schema.minItems) ? [inner(schema.items)] : []
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 0, 0)
  if (type === 'boolean') return false
  return type === 'string' ? (textOf[schema.format ?? ''] ?? 'string') : null
}
