import { z } from 'zod'
import type { Access, Endpoint } from './endpoint.ts'
import { idParams, pageQuery } from './fields.ts'

/** An operation without its id, and with its access when it differs from that of its noun. */
type Draft = Omit<Endpoint, 'id' | 'access'> & { access?: Access }
type Details = Omit<Draft, 'method' | 'path' | 'summary'>

/** What a noun needs: one access for all, or one for every GET and one for every other method. */
export type NounAccess<A extends Access> = A | { read: A; write: A }

type Flat<T> = { [K in keyof T]: T[K] }
type Merged<Defaults, Given> = Flat<Omit<Defaults, keyof Given> & Given>
type Operations<M extends string, A, T> = {
  [K in keyof T & string]: Merged<{ id: `${M}.${K}`; access: A }, T[K]>
}

/** Completes the operations of a module: the id is `module.key`, the access that of the noun unless an operation names its own. */
export function operations<const M extends string, const A extends Access, T extends Record<string, Draft>>(
  module: M,
  access: NounAccess<A>,
  drafts: T,
): Operations<M, A, T> {
  const { read, write } = typeof access === 'string' ? { read: access, write: access } : access
  const complete = ([key, draft]: [string, Draft]) => [
    key,
    { id: `${module}.${key}`, access: draft.method === 'GET' ? read : write, ...draft },
  ]
  // Each key keeps its draft's type, which `fromEntries` forgets.
  return Object.fromEntries(Object.entries(drafts).map(complete)) as Operations<M, A, T>
}

type Path = `/${string}`
type NoDetails = Record<never, never>
type PathParams<P> = P extends `${string}/:id` | `${string}/:id/${string}` ? { params: typeof idParams } : unknown
type Called<M, P, D> = Merged<{ method: M; path: P; summary: string } & PathParams<P>, D>

interface Call<M, Usual> {
  <const P extends Path>(path: P, summary: string): Called<M, P, Usual>
  <const P extends Path, const D extends Details>(path: P, summary: string, details: D): Called<M, P, Merged<Usual, D>>
}

const call = <const M extends Endpoint['method'], const Usual extends Details>(method: M, usual: Usual): Call<M, Usual> =>
  ((path: Path, summary: string, details?: Details) => {
    const params = /\/:id(\/|$)/.test(path) ? { params: idParams } : {}
    return { method, path, summary, ...params, ...usual, ...details }
  }) as unknown as Call<M, Usual>

/** One operation by its method. `:id` in the path brings its parameter with it. */
export const get = call('GET', {})
export const post = call('POST', {})
export const put = call('PUT', {})
export const patch = call('PATCH', {})
export const del = call('DELETE', {})

/** Creates a row: 201, and 409 when a rule of the noun forbids it (a taken name, a limit). */
export const create = call('POST', { status: 201, errors: [409] })
/** Changes a row in part: 409 for a stale write. */
export const update = call('PATCH', { errors: [409] })
/** Deletes a row: 409 while it is in use. */
export const remove = call('DELETE', { errors: [409] })

const rowsPerPage = 200
type ListDetails = Details & { row: z.ZodType; filter?: z.ZodRawShape }
type ListQuery<F extends z.ZodRawShape> = z.ZodObject<Flat<F & typeof pageQuery>, z.core.$strict>
interface PageOf<O extends ListDetails> {
  query: O extends { filter: infer F extends z.ZodRawShape } ? ListQuery<F> : ListQuery<NoDetails>
  reply: z.ZodArray<O['row']>
  paged: true
}

/** Lists rows in pages; `filter` holds the fields of the query besides limit and cursor. */
export function list<const P extends Path, const O extends ListDetails>(path: P, summary: string, { row, filter, ...details }: O) {
  const page = { query: z.strictObject({ ...filter, ...pageQuery }), reply: z.array(row).max(rowsPerPage), paged: true }
  return { ...get(path, summary), ...page, ...details } as unknown as Called<'GET', P, Merged<PageOf<O>, Omit<O, 'row' | 'filter'>>>
}
