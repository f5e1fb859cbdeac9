import { userInfo } from 'node:os'
import { recordAudit } from '../platform/audit/audit.ts'
import { signal } from '../platform/events/live.ts'
import { StartError } from '../platform/start-error.ts'
import type { Command } from './command.ts'
import { withDatabase } from './open-database.ts'
import { endSessions, findUser } from './sessions-end.ts'
import { accessChanged } from '../platform/auth/access-signals.ts'

const statuses = ['ACTIVE', 'DISABLED']

export const usersSet: Command = {
  name: 'users set',
  usage: '<email> --status STATUS',
  summary: `Sets an account's status (${statuses.join(', ')}). A disabled one is thrown out at once and cannot sign in, by no way.`,
  options: { status: { type: 'string' } },
  operands: 1,
  run: async ({ config, operands, flags, print }) => {
    const status = String(flags['status'] ?? '').toUpperCase()
    if (!statuses.includes(status)) throw new StartError(`Say --status ${statuses.join(' or --status ')}.`, { exitCode: 2 })
    const email = operands[0] ?? ''
    const before = await withDatabase(config, (db) =>
      db.withAuth(async (tx) => {
        const user = await findUser(tx, email)
        await tx.updateTable('auth.users').set({ status, updated_at: new Date() }).where('id', '=', user.id).execute()
        if (status === 'DISABLED') await endSessions(tx, user.id)
        await signal(tx, accessChanged({ userId: user.id }))
        const actor = { kind: 'operator' as const, id: userInfo().username, name: 'Operator' }
        const target = { kind: 'user', id: user.id, name: email }
        await recordAudit(tx, null, { actor, action: 'users.set', target, before: { status: user.status }, after: { status } })
        return user.status
      }),
    )
    print(before === status ? `${email} is ${status} already.` : `${email}: ${before} -> ${status}`)
  },
}
