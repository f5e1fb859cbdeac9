import { issueToken } from '../index.ts'
import type { TokenPurpose } from '../index.ts'
import { newId } from '../../../platform/ids.ts'
import { testPassword } from '../../../testing/test-app.ts'
import type { TestUser } from '../../../testing/test-app.ts'
import type { PagedSamples, Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

/** The password of all users of the matrices; an earlier sample may have changed it. */
async function restorePassword({ t, caller }: Setting): Promise<void> {
  await t.owner.query('update auth.user_passwords set hash = $1, changed_at = now() where user_id = $2', [
    await t.platform.passwords.hash(testPassword),
    caller.userId,
  ])
}

const linkFor = ({ t }: Setting, person: TestUser, purpose: TokenPurpose): Promise<string> =>
  t.platform.db.withAuth((tx) => issueToken(tx, { userId: person.userId, purpose, email: person.email, minutes: 30, now: new Date() }))

/** Its own digit: one in 2,500 ids ends in eight letters. */
const nextPassword = () => `Tangerine-Walrus-7${newId().slice(-8)}!`

/** A valid request of every operation of sign-in and passwords. */
export const samples: Samples<'auth'> = {
  'auth.register': ({ word }: Setting): Sample => ({
    body: {
      email: `${word('new').toLowerCase()}@example.com`,
      password: testPassword,
      firstName: 'Ada',
      lastName: 'Sample',
      organizationName: word('Registered'),
    },
  }),
  'auth.login': async (setting: Setting): Promise<Sample> => {
    await restorePassword(setting)
    return { body: { email: setting.caller.email, password: testPassword } }
  },
  'auth.logout': (): Sample => ({}),
  'auth.profile': (): Sample => ({}),
  'auth.refresh': (): Sample => ({}),
  'auth.sessions': (): Sample => ({}),
  'auth.endSession': async ({ openSession, caller }: Setting): Promise<Sample> => ({ params: { id: (await openSession(caller)).id } }),
  'auth.endOtherSessions': (): Sample => ({}),
  'auth.loginHistory': (): Sample => ({}),
  'auth.verifyEmail': async (setting: Setting): Promise<Sample> => ({
    body: { token: await linkFor(setting, setting.caller, 'verify-email') },
  }),
  'auth.resendVerification': (): Sample => ({}),
  'auth.forgotPassword': ({ caller }: Setting): Sample => ({ body: { email: caller.email } }),
  // A separate user: all sessions of that user end.
  'auth.resetPassword': async (setting: Setting): Promise<Sample> => ({
    body: { token: await linkFor(setting, await setting.t.register(), 'reset-password'), password: nextPassword() },
  }),
  'auth.changePassword': async (setting: Setting): Promise<Sample> => {
    await restorePassword(setting)
    return { body: { currentPassword: testPassword, newPassword: nextPassword() } }
  },
  'auth.passwordPolicy': (): Sample => ({}),
  'auth.reauthenticate': async (setting: Setting): Promise<Sample> => {
    await restorePassword(setting)
    return { body: { password: testPassword } }
  },
}

export const pagedSamples: PagedSamples = {
  'auth.loginHistory': async ({ create }) => {
    await create('auth.login')
    await create('auth.login')
    return {}
  },
}
