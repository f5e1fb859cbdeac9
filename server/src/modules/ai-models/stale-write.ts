import { AppError, stale } from '../../platform/errors.ts'

/** 409 that names the field it is about. */
export const fieldConflict = (path: string, message: string) => new AppError('CONFLICT', 409, message, { errors: [{ path, message }] })

/** @throws 409 when the row is not as the caller read it. */
export function assertFresh(row: { updated_at: Date }, readAt: string | undefined): void {
  if (readAt !== undefined && row.updated_at.getTime() !== Date.parse(readAt)) throw stale()
}

/** Strictly later than the last change, so that two changes within a millisecond still tell each other apart. */
export const nextStamp = (row: { updated_at: Date }, now: Date): Date => new Date(Math.max(now.getTime(), row.updated_at.getTime() + 1))

/** What the audit row of a change needs: both as they were under the lock. */
export interface Changed<T> {
  before: T
  after: T
}
