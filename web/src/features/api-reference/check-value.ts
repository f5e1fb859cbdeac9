import { t } from '../../lib/words.ts'
import { resolveSchema } from '@imperium/contract/kit/openapi-document.ts'
import type { Schema } from '@imperium/contract/kit/openapi-document.ts'

export interface ValueError {
  path: string[]
  message: string
}

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value

const fits = (value: unknown, types: readonly string[]): boolean =>
  types.includes(typeOf(value)) || (typeOf(value) === 'integer' && types.includes('number'))

/** What of a value breaks its schema: types, missing and unknown fields, choices and lengths. The server checks the rest. */
export function checkValue(value: unknown, given: Schema, components: Record<string, Schema>, path: string[] = []): ValueError[] {
  const schema = resolveSchema(given, components)
  const error = (message: string): ValueError[] => [{ path, message }]
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) {
    const tried = choices.map((each) => checkValue(value, each, components, path))
    return tried.some(({ length }) => length === 0) ? [] : (tried.toSorted((a, b) => depthOf(b) - depthOf(a))[0] ?? [])
  }
  const parts = (schema.allOf ?? []).flatMap((each) => checkValue(value, each, components, path))
  if (parts.length > 0) return parts
  const types = schema.type === undefined ? [] : [schema.type].flat()
  if (types.length && !fits(value, types)) return error(t('Must be of the type {type}', { type: types.join(', ') }))
  const allowed = schema.enum ?? (schema.const === undefined ? null : [schema.const])
  if (allowed && !allowed.includes(value)) return error(t('Must be one of: {values}', { values: allowed.map(String).join(', ') }))
  if (typeof value === 'string' && value.length > (schema.maxLength ?? Infinity))
    return error(t('At most {max} characters', { max: schema.maxLength ?? 0 }))
  if (typeof value === 'string' && value.length < (schema.minLength ?? 0))
    return error(t('At least {min} characters', { min: schema.minLength ?? 0 }))
  if (Array.isArray(value))
    return value.flatMap((each, at) => (schema.items ? checkValue(each, schema.items, components, [...path, String(at)]) : []))
  return typeof value === 'object' && value !== null ? checkFields(value as Record<string, unknown>, schema, components, path) : []
}

const depthOf = (errors: readonly ValueError[]): number => Math.max(...errors.map(({ path }) => path.length))

function checkFields(value: Record<string, unknown>, schema: Schema, components: Record<string, Schema>, path: string[]): ValueError[] {
  const { properties = {}, required = [], additionalProperties } = schema
  const missing = required.filter((name) => !(name in value)).map((name) => ({ path, message: t('The field {name} is missing', { name }) }))
  const wrong = Object.entries(value).flatMap(([name, each]) => {
    const own = properties[name]
    if (own) return checkValue(each, own, components, [...path, name])
    return additionalProperties === false ? [{ path: [...path, name], message: t('Unknown field: {name}', { name }) }] : []
  })
  return [...missing, ...wrong]
}
