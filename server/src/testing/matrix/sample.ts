import type { ModuleName } from '@imperium/contract/registry.ts'
import type { Role } from '@imperium/contract/permissions.ts'
import type { TestApp, TestUser } from '../test-app.ts'
import type { OperationId, OperationsOf } from './routes.ts'

/** One valid request of an operation. */
export interface Sample {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: Record<string, unknown>
  /** Sent instead of a body. */
  file?: { type: string; bytes: Buffer }
  /** Sent besides the caller's own. */
  headers?: Record<string, string>
}

export interface Org {
  id: string
  slug: string
  /** Part of every name that is created in this organization: no other organization may ever read it. */
  mark: string
  people: Record<Role, TestUser>
}

export interface SessionRow {
  id: string
  token: string
  handle: string
}

/** Input for making a sample. */
export interface Setting {
  t: TestApp
  org: Org
  caller: TestUser
  /** A unique name that contains the organization's mark. */
  word(prefix: string): string
  /** Calls an operation as the organization's owner by its own sample; its data. */
  create(operation: OperationId): Promise<Record<string, unknown>>
  /** Calls an operation as the organization's owner; its data. */
  run(operation: OperationId, sample: Sample): Promise<Record<string, unknown>>
  openSession(person: TestUser): Promise<SessionRow>
}

export type Make = (setting: Setting) => Sample | Promise<Sample>

/** One valid request for every operation of these parts of the contract: one without does not compile. */
export type Samples<M extends ModuleName> = Record<OperationsOf<M>, Make>

/** For paged operations: a request with at least two rows. */
export type PagedSamples = Partial<Record<OperationId, (setting: Setting) => Promise<Sample>>>

export const none: Make = () => ({})

/** The request of an operation on a row that another operation creates. */
export const idOf =
  (operation: OperationId, body?: Record<string, unknown>): Make =>
  async ({ create }) => ({ params: { id: String((await create(operation)).id) }, ...(body ? { body } : {}) })

/** Of rows that their creator may change, besides managers: the caller is the creator of the row. */
export async function giveToCaller({ t, caller }: Setting, table: string, id: unknown): Promise<Sample> {
  await t.owner.query(`update app.${table} set created_by_user = $1 where id = $2`, [caller.userId, id])
  return { params: { id: String(id) } }
}

/** The same request as of `idOf`, on a row of the caller. */
export const ownIdOf =
  (operation: OperationId, table: string, body?: Record<string, unknown>): Make =>
  async (setting) => ({ ...(await giveToCaller(setting, table, (await setting.create(operation))['id'])), ...(body ? { body } : {}) })
