import { z } from 'zod'
import { KeyScope } from './api-keys.ts'
import { Id, Timestamp, line, required } from './kit/fields.ts'
import { create, del, get, list, operations, post, remove, update } from './kit/operations.ts'
import { keyScopes } from './permissions.ts'

export const playgroundMethods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const
export const PlaygroundMethod = z.enum(playgroundMethods)
export type PlaygroundMethod = z.infer<typeof PlaygroundMethod>

export const playgroundLimits = {
  tokenMinutes: 10,
  collections: 200,
  requestsPerCollection: 100,
  rows: 50,
  bodyCharacters: 65_536,
  /** Calls that are kept of a person in an organization; the oldest go first. */
  history: 100,
} as const

const path = line(2000)
  .min(1, 'Path is required')
  .regex(/^\/api\/v1(\/|$)/, 'The path must begin with /api/v1')

export const PlaygroundToken = z
  .object({
    /** Works only below `/api/v1`, and no longer than until `expiresAt`. */
    token: z.string(),
    expiresAt: Timestamp,
    scopes: z.array(KeyScope).max(keyScopes.length),
  })
  .meta({ id: 'PlaygroundToken' })
export type PlaygroundToken = z.infer<typeof PlaygroundToken>

/** A query parameter or a header; one that is not enabled is kept and not sent. */
export const PlaygroundRow = z
  .strictObject({ enabled: z.boolean(), key: z.string().max(200), value: z.string().max(4000) })
  .meta({ id: 'PlaygroundRow' })
export type PlaygroundRow = z.infer<typeof PlaygroundRow>

const rows = z.array(PlaygroundRow).max(playgroundLimits.rows)
const name = required(120, 'Name is required')
const draft = {
  method: PlaygroundMethod,
  /** Begins with `/api/v1`; `{id}` is a placeholder. */
  path,
  pathValues: z.record(z.string().max(100), z.string().max(500)),
  query: rows,
  headers: rows,
  /** The text of the JSON body; empty without one. */
  body: z.string().max(playgroundLimits.bodyCharacters),
}

const stamps = { createdBy: z.string(), createdAt: Timestamp, updatedAt: Timestamp }
export const SavedRequest = z.object({ id: Id, collectionId: Id, name: z.string(), ...draft, ...stamps }).meta({ id: 'SavedRequest' })
export type SavedRequest = z.infer<typeof SavedRequest>

const RequestSummary = z.object({ id: Id, name: z.string(), method: PlaygroundMethod, path: z.string() })
export const PlaygroundCollection = z
  .object({ id: Id, name: z.string(), ...stamps, requests: z.array(RequestSummary).max(playgroundLimits.requestsPerCollection) })
  .meta({ id: 'PlaygroundCollection' })
export type PlaygroundCollection = z.infer<typeof PlaygroundCollection>

export const CollectionBody = z.strictObject({ name })
export const SaveRequestBody = z.strictObject({ collectionId: Id, name, ...draft })
export type SaveRequestBody = z.infer<typeof SaveRequestBody>
export const ChangeRequestBody = SaveRequestBody.partial().extend({
  /** Of the version that the caller read: 409 when it was changed since. */
  updatedAt: Timestamp.optional(),
})
export type ChangeRequestBody = z.infer<typeof ChangeRequestBody>

const call = {
  method: PlaygroundMethod,
  /** With its query; values of secret parameters are removed. */
  path,
  /** 0: no response. */
  status: z.int().min(0).max(599),
  durationMs: z.int().min(0).max(3_600_000),
  sizeBytes: z.int().min(0).max(2_000_000_000),
}
export const PlaygroundCall = z.object({ id: Id, ...call, at: Timestamp }).meta({ id: 'PlaygroundCall' })
export type PlaygroundCall = z.infer<typeof PlaygroundCall>

export const ReferenceOperation = z
  .object({
    id: z.string(),
    method: PlaygroundMethod,
    /** Below `/api/v1`, with `{name}` placeholders. */
    path: z.string(),
    summary: z.string(),
    tag: z.string(),
    /** The scope that an API key needs; null: none. */
    scope: z.string().nullable(),
    /** Deletes or sends something: the playground asks first. */
    isDestructive: z.boolean(),
  })
  .meta({ id: 'ReferenceOperation' })
export type ReferenceOperation = z.infer<typeof ReferenceOperation>

export const apiPlayground = operations(
  'api-playground',
  { read: 'api-playground:use', write: 'api-playground:write' },
  {
    createToken: post('/playground/token', 'Create a token of a few minutes with chosen scopes, never more than the caller may do', {
      body: z.strictObject({
        scopes: z
          .array(KeyScope)
          .min(1, 'Choose at least one scope')
          .max(keyScopes.length)
          .refine((each) => new Set(each).size === each.length, 'Choose each scope only once'),
      }),
      reply: PlaygroundToken,
      access: 'api-playground:use',
      status: 201,
      rate: { max: 60, perSeconds: 3600 },
    }),
    collections: get('/playground/collections', 'List the collections of saved requests, by name', {
      reply: z.array(PlaygroundCollection).max(playgroundLimits.collections),
    }),
    createCollection: create('/playground/collections', 'Create a collection of requests, shared in the organization', {
      body: CollectionBody,
      reply: PlaygroundCollection,
    }),
    renameCollection: update('/playground/collections/:id', 'Rename a collection', { body: CollectionBody, reply: PlaygroundCollection }),
    removeCollection: remove('/playground/collections/:id', 'Delete a collection with its requests', { errors: [] }),
    readRequest: get('/playground/requests/:id', 'Read a saved request', { reply: SavedRequest }),
    saveRequest: create('/playground/requests', 'Save a request in a collection; secrets in it are removed', {
      body: SaveRequestBody,
      reply: SavedRequest,
      errors: [404, 409],
    }),
    changeRequest: update('/playground/requests/:id', 'Change or move a saved request; secrets in it are removed', {
      body: ChangeRequestBody,
      reply: SavedRequest,
    }),
    removeRequest: remove('/playground/requests/:id', 'Delete a saved request', { errors: [] }),
    history: list('/playground/history', 'List own calls of the playground, newest first', { row: PlaygroundCall }),
    recordCall: post('/playground/history', 'Keep a call in the own history', {
      body: z.strictObject(call),
      reply: PlaygroundCall,
      access: 'api-playground:use',
      status: 201,
      audited: false,
    }),
    clearHistory: del('/playground/history', 'Delete the own history of calls', { access: 'api-playground:use', audited: false }),
    reference: get('/reference', 'List the operations of the public API', {
      access: 'public',
      reply: z.array(ReferenceOperation).max(2000),
    }),
    referenceOf: get('/reference/:tag', 'Read the OpenAPI document of one part of the public API', {
      access: 'public',
      params: z.strictObject({ tag: z.string().max(60) }),
      reply: z.record(z.string(), z.unknown()).meta({ description: 'An OpenAPI 3.1 document.' }),
      errors: [404],
    }),
  },
)
