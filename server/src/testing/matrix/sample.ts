import type { Role } from '@imperium/contract/permissions.ts'
import type { TestApp, TestUser } from '../test-app.ts'
import type { OperationId } from './routes.ts'

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
