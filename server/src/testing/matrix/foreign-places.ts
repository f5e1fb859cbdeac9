import { newId } from '../../platform/ids.ts'
import type { Sample } from './sample.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A position in a request that names a thing: every path parameter, and every id in query and body. */
export interface Place {
  name: string
  foreign: string
  /** The same format, but of a thing that does not exist. */
  unknown: string
  put(sample: Sample, value: string): Sample
}

export function placesOf(sample: Sample): Place[] {
  // These are values of the contract, of a connector or of what an id names, and name no row; so does a number (of a version, of a step).
  const namesNoRow = ['provider', 'action', 'field', 'column', 'environment', 'name']
  const named = Object.entries(sample.params ?? {}).filter(([key, value]) => !namesNoRow.includes(key) && !/^\d+$/.test(value))
  const inParams = named.map(([key, value]): Place => ({
    name: `params.${key}`,
    foreign: value,
    unknown: uuid.test(value) ? newId() : `nobody${value.includes('_') ? '_' : '-'}${newId().slice(-12)}`,
    put: (into, other) => ({ ...into, params: { ...into.params, [key]: other } }),
  }))
  return [...inParams, ...idsWithin(sample.query, 'query'), ...idsWithin(sample.body, 'body')]
}

function idsWithin(part: unknown, name: 'query' | 'body'): Place[] {
  return pathsOfIds(part).map((path) => ({
    name: [name, ...path].join('.'),
    foreign: valueAt(part, path),
    unknown: newId(),
    put: (into, value) => ({ ...into, [name]: setAt(into[name], path, value) }),
  }))
}

function pathsOfIds(value: unknown, path: string[] = []): string[][] {
  if (typeof value === 'string') return uuid.test(value) ? [path] : []
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) => pathsOfIds(inner, [...path, key]))
}

const valueAt = (value: unknown, path: string[]): string =>
  String(path.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value))

function setAt(value: unknown, [key, ...rest]: string[], to: string): unknown {
  if (key === undefined) return to
  if (Array.isArray(value)) return value.map((each: unknown, index) => (String(index) === key ? setAt(each, rest, to) : each))
  const object = (value ?? {}) as Record<string, unknown>
  return { ...object, [key]: setAt(object[key], rest, to) }
}
