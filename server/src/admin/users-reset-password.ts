import { userInfo } from 'node:os'
import { recordAudit } from '../platform/audit/audit.ts'
import { StartError } from '../platform/start-error.ts'
import type { Command } from './command.ts'
import { withDatabase } from './open-database.ts'

const linkMinutes = 60

export const usersResetPassword: Command = {
  name: 'users reset-password',
  usage: '<email>',
  summary: [
    `Prints a link that sets a new password, good once and for ${linkMinutes} minutes: for a person whom no mail reaches.`,
    'Be sure who asks, and hand the link over in private. A second factor stays.',
  ].join('\n'),
  operands: 1,
  run: async ({ config, operands, print }) => {
    const email = (operands[0] ?? '').trim().toLowerCase()
    const { findAccount, issueToken } = await import('../modules/auth/index.ts')
    const token = await withDatabase(config, (db) =>
      db.withAuth(async (tx) => {
        const account = await findAccount(tx, email)
        if (account?.status !== 'ACTIVE') throw new StartError(`There is no active account "${email}".`)
        const actor = { kind: 'operator' as const, id: userInfo().username, name: 'Operator' }
        await recordAudit(tx, null, {
          actor,
          action: 'users.set',
          target: { kind: 'user', id: account.id, name: email },
          after: { passwordLink: 'printed' },
        })
        return issueToken(tx, { userId: account.id, purpose: 'reset-password', email, minutes: linkMinutes, now: new Date() })
      }),
    )
    print(`${config.publicUrl}/reset-password#token=${token}`)
  },
}
