import { userInfo } from 'node:os'
import { sql } from 'kysely'
import { recordAudit } from '../platform/audit/audit.ts'
import type { AuthTx } from '../platform/db/database.ts'
import { signal } from '../platform/events/live.ts'
import { StartError } from '../platform/start-error.ts'
import type { Command } from './command.ts'
import { withDatabase } from './open-database.ts'
import { accessChanged } from '../platform/auth/access-signals.ts'

export const sessionsEnd: Command = {
  name: 'sessions end',
  usage: '<email> | --all',
  summary: 'Ends every session of one account, or with --all of everybody, at once on running servers. They may sign in again.',
  options: { all: { type: 'boolean' } },
  operands: 'any',
  run: async ({ config, operands, flags, print }) => {
    const [email] = operands
    if (operands.length > 1 || (email === undefined) === (flags['all'] !== true))
      throw new StartError('Say whose sessions to end: one email address, or --all.', { exitCode: 2 })
    const ended = await withDatabase(config, (db) =>
      db.withAuth(async (tx) => {
        const userId = email === undefined ? undefined : (await findUser(tx, email)).id
        const count = await endSessions(tx, userId)
        const actor = { kind: 'operator' as const, id: userInfo().username, name: 'Operator' }
        await recordAudit(tx, null, {
          actor,
          action: 'auth.endSessions',
          target: { kind: 'user', id: userId, name: email },
          after: { count },
        })
        return count
      }),
    )
    print(`${ended} session(s) ended.`)
  },
}

export async function findUser(tx: AuthTx, email: string): Promise<{ id: string; status: string }> {
  const { rows } = await sql<{ id: string; status: string }>`
    select id, status from auth.users where email = ${email.trim().toLowerCase()} for update`.execute(tx)
  const [user] = rows
  if (!user) throw new StartError(`There is no account "${email}".`)
  return user
}

/** Ends the sessions and connected assistants of one account, or of all; every running server forgets them when this commits. */
export async function endSessions(tx: AuthTx, userId: string | undefined): Promise<number> {
  const { rows } = await sql<{ user_id: string }>`
    update auth.sessions set ended_at = now(), ended_reason = 'ended by the operator'
    where ended_at is null and expires_at > now() and (${userId ?? null}::uuid is null or user_id = ${userId ?? null}) returning user_id`.execute(
    tx,
  )
  const connected = await sql<{ id: string }>`
    update auth.users set connections_ended_at = clock_timestamp()
    where ${userId ?? null}::uuid is null or id = ${userId ?? null} returning id`.execute(tx)
  for (const each of new Set([...rows.map((row) => row.user_id), ...(userId === undefined ? [] : connected.rows.map(({ id }) => id))]))
    await signal(tx, accessChanged({ userId: each }))
  return rows.length
}
