import { userInfo } from 'node:os'
import { loadSecrets } from '../platform/crypto/secrets.ts'
import { StartError } from '../platform/start-error.ts'
import type { Command } from './command.ts'
import { openDatabase } from './open-database.ts'

export const usersResetTwoFactor: Command = {
  name: 'users reset-two-factor',
  usage: '<email>',
  summary: [
    'Removes the authenticator app, passkeys and recovery codes of somebody who lost them, and ends all their sessions. They are told by mail.',
    'Be sure who asks: whoever knows the password can sign in afterwards.',
  ].join('\n'),
  operands: 1,
  run: async ({ config, operands, print }) => {
    const email = (operands[0] ?? '').trim().toLowerCase()
    const opened = await openDatabase(config)
    try {
      // It stands on the product's modules, which the other commands start without.
      const [{ createPlatform }, { createLog }, { resetSecondFactor }] = await Promise.all([
        import('../platform/create-platform.ts'),
        import('../platform/log.ts'),
        import('../modules/auth/index.ts'),
      ])
      const made = await createPlatform({
        config,
        secrets: loadSecrets(config),
        connection: opened.connection,
        log: createLog('silent', 'json'),
      })
      try {
        await made.platform.jobs.start()
        const actor = { kind: 'operator' as const, id: userInfo().username, name: 'Operator' }
        const removed = await made.platform.db.withAuth((tx) => resetSecondFactor(made.platform, tx, email, actor))
        if (!removed) throw new StartError(`There is no active account "${email}".`)
        print(
          `${email}: removed ${removed.authenticator ? 'the authenticator app' : 'no authenticator app'}, ${removed.passkeys} passkey(s) and ` +
            `${removed.recoveryCodes} recovery code(s); ${removed.sessions} session(s) ended. The person is told by mail.`,
        )
      } finally {
        await made.close(1_000)
      }
    } finally {
      await opened.close()
    }
  },
}
