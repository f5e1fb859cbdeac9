import { z } from 'zod'
import type { FormField } from '@imperium/contract/workflows/workflow-steps.ts'
import { plainSchema } from '../../platform/operations/plain-schema.ts'

interface Property {
  type?: string | string[]
  title?: string
  description?: string
  enum?: unknown[]
  minimum?: number
  maximum?: number
  isLong?: boolean
  anyOf?: Property[]
}

/** JSON Schema of an input, as forms and models read it. */
export function schemaOf(input: z.ZodType): Record<string, z.core.util.JSONType> {
  const { $schema: _schema, ...schema } = z.toJSONSchema(input, {
    io: 'input',
    target: 'draft-7',
    override: plainSchema,
    unrepresentable: 'any',
  })
  return JSON.parse(JSON.stringify(schema)) as Record<string, z.core.util.JSONType>
}

/** The fields of a form, one for each property. Every one takes templates; what they give is read by its type when it runs. */
export function formOfInput(input: z.ZodObject): FormField[] {
  const { properties = {}, required = [] } = schemaOf(input) as { properties?: Record<string, Property>; required?: string[] }
  return Object.entries(properties).map(([path, property]) => ({
    path,
    label: property.title ?? labelOf(path),
    hint: property.description ?? '',
    placeholder: '',
    required: required.includes(path),
    ...kindOf(property),
  }))
}

const labelOf = (name: string): string => {
  const label = name.replaceAll(/[_-]+|(?<=[a-z0-9])(?=[A-Z])/g, ' ').trim()
  return label.charAt(0).toUpperCase() + label.slice(1).toLowerCase()
}

function kindOf(property: Property): Pick<FormField, 'kind' | 'options'> {
  const values = property.enum?.filter((each): each is string => typeof each === 'string') ?? []
  if (values.length > 0) return { kind: 'select', options: values.map((value) => ({ value, label: value })) }
  const types = new Set([property.type ?? [], ...(property.anyOf ?? []).map(({ type }) => type ?? [])].flat())
  if (types.has('object') || types.has('array')) return { kind: 'json', options: [] }
  if (types.has('boolean')) return { kind: 'switch', options: [] }
  return { kind: property.isLong ? 'longTemplate' : 'template', options: [] }
}
