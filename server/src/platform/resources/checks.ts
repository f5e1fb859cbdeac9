import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { worded } from '@imperium/contract/kit/message.ts'
import type { MessageValue, Text } from '@imperium/contract/kit/message.ts'
import { AppError, conflict, notFound, stale } from '../errors.ts'
import { nameSome } from '../text/name-some.ts'

/** Returns the row. @throws 404 without one. */
export function found<T>(row: T | null | undefined, message?: Text): T {
  if (row === null || row === undefined) throw notFound(message)
  return row
}

/** @throws 409 when the row changed since the caller read it. Not checked when the caller sends no version. */
export function assertFresh(row: { updated_at: Date } | { updatedAt: string }, readAt: string | undefined): void {
  if (readAt === undefined) return
  const changed = 'updated_at' in row ? row.updated_at.getTime() : Date.parse(row.updatedAt)
  if (changed !== Date.parse(readAt)) throw stale()
}

/** The same as a condition of an UPDATE, to the millisecond that the API shows. */
export const isUnchangedSince = (column: string, readAt: string): RawBuilder<boolean> =>
  sql<boolean>`date_trunc('milliseconds', ${sql.ref(column)}) = ${readAt}::timestamptz`

/** Strictly later than the last change, so that two changes within a millisecond differ. */
export const nextStamp = (row: { updated_at: Date }, now: Date): Date => new Date(Math.max(now.getTime(), row.updated_at.getTime() + 1))

/** 409 that names the field it is about. */
export const fieldConflict = (path: string, message: Text, sentence = message): AppError =>
  new AppError('CONFLICT', 409, sentence, { errors: [{ path, ...worded(message) }] })

/** @throws 409 with the names of the things that still use the row. `sentence` builds the message. */
export function refuseInUse(names: readonly string[], sentence: (users: MessageValue) => Text): void {
  if (names.length > 0) throw conflict(sentence(nameSome(names)))
}
