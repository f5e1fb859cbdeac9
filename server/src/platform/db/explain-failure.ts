import pg from 'pg'
import { StartError } from '../start-error.ts'

/** "permission denied" and "must be owner of". */
export const lacksRight = (error: unknown): error is pg.DatabaseError => error instanceof pg.DatabaseError && error.code === '42501'

/** Corrupted data, a corrupted index, or a database file that is missing or unreadable. */
const damage = ['XX001', 'XX002', '58P01', '58030']

/** Errors that the database operator must fix: damage, a missing right, a refused sign-in (class 28). */
export const isOperators = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code !== undefined && (damage.includes(error.code) || /^(42501|28)/.test(error.code))

/** Message for an operator when the database cannot be reached or prepared. */
export function explainDatabaseFailure({ host = 'DATABASE_URL' }: pg.PoolConfig, cause: unknown): StartError {
  const message = cause instanceof Error ? cause.message : String(cause)
  const code = cause instanceof pg.DatabaseError ? (cause.code ?? '') : ''
  // The embedded database always has its one database: when it is not found, files are missing.
  if (damage.includes(code) || (host.startsWith('/') && code === '3D000'))
    return new StartError(
      `The database at ${host} is damaged: PostgreSQL said "${message}". Restore a backup (npm run admin -- restore).`,
      {
        cause,
      },
    )
  if (code === '42501')
    return new StartError(
      `The database role of DATABASE_URL lacks a right: PostgreSQL said "${message}". docs/operations.md, "A PostgreSQL of your own", lists what it needs.`,
      { cause },
    )
  // Class 28: no such role, a wrong password, or no line of pg_hba.conf for it.
  if (code.startsWith('28'))
    return new StartError(`The database at ${host} refused to let Imperium in: PostgreSQL said "${message}".`, { cause })
  return new StartError(`The database at ${host} does not answer: ${message}`, { cause })
}
