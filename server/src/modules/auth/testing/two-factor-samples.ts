import { TOTP } from 'otpauth'
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@imperium/contract/auth/passkeys.ts'
import { createSoftwareAuthenticator } from '../../../testing/software-authenticator.ts'
import type { SoftwareAuthenticator } from '../../../testing/software-authenticator.ts'
import { testPassword } from '../../../testing/test-app.ts'
import type { TestResponse, TestApp, TestUser } from '../../../testing/test-app.ts'
import type { Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

type Make = (setting: Setting) => Promise<Sample>

/** Calls an operation as a user in a separate session: a change of factors ends all other sessions. */
async function act<T>({ t, openSession }: Setting, person: TestUser, method: string, path: string, body?: unknown): Promise<T> {
  const { token } = await openSession(person)
  return dataOf(path, await t.call<T>(method, `/api/auth/${path}`, { token, body }))
}

function dataOf<T>(path: string, { status, body }: TestResponse<T>): T {
  if (status >= 300) throw new Error(`sample: ${path} answered ${status} ${JSON.stringify(body)}`)
  return body.data
}

/** The code of the next half minute, which is good for the longest time. */
const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 })

const pendingApp: Make = async (setting) => ({
  body: { code: codeOf((await act<{ secret: string }>(setting, setting.caller, 'POST', '2fa/setup')).secret) },
})

interface Added {
  passkey: { id: string }
  recoveryCodes: string[] | null
}

async function beginPasskey(setting: Setting, person: TestUser) {
  const { token, options } = await act<{ token: string; options: PasskeyCreationOptions }>(setting, person, 'POST', '2fa/passkeys/begin')
  const authenticator = createSoftwareAuthenticator(setting.t.platform.config.publicUrl)
  return { authenticator, body: { token, name: 'Sample key', credential: authenticator.create(options) } }
}

async function makePasskey(setting: Setting, person: TestUser): Promise<Added & { authenticator: SoftwareAuthenticator }> {
  // Clears passkeys for each row of the matrices: their number per user is limited.
  await setting.t.owner.query('delete from auth.passkeys where user_id = $1', [person.userId])
  const { authenticator, body } = await beginPasskey(setting, person)
  return { authenticator, ...(await act<Added>(setting, person, 'POST', '2fa/passkeys', body)) }
}

const passkeyOf =
  (body?: Record<string, unknown>): Make =>
  async (setting) => ({ params: { id: (await makePasskey(setting, setting.caller)).passkey.id }, ...(body ? { body } : {}) })

async function recoveryCode(setting: Setting, person: TestUser): Promise<string> {
  const added = await makePasskey(setting, person)
  const codes = added.recoveryCodes ?? (await act<Added>(setting, person, 'POST', '2fa/recovery-codes')).recoveryCodes
  return codes?.[0] ?? ''
}

const spareCode: Make = async (setting) => ({ body: { code: await recoveryCode(setting, setting.caller) } })

/** With an authenticator app that is on. */
const appAndSpareCode: Make = async (setting) => {
  const code = await recoveryCode(setting, setting.caller)
  const { body } = await pendingApp(setting)
  await act(setting, setting.caller, 'POST', '2fa/enable', body)
  return { body: { code } }
}

/** A new user for public operations: the caller is not the user concerned. */
async function waitingSignIn(setting: Setting) {
  const { t } = setting
  const person = await t.register()
  const made = await makePasskey(setting, person)
  const response = await t.call<{ challenge: { token: string } }>('POST', '/api/auth/login', {
    body: { email: person.email, password: testPassword },
  })
  return { ...made, challengeToken: dataOf('login', response).challenge.token }
}

const begin = async (t: TestApp, path: string, body?: unknown) =>
  dataOf(path, await t.call<{ token: string; options: PasskeyRequestOptions }>('POST', `/api/auth/${path}`, { body }))

export const samples: Samples<'two-factor'> = {
  'two-factor.read': async () => ({}),
  'two-factor.setup': async () => ({}),
  'two-factor.enable': pendingApp,
  'two-factor.disable': appAndSpareCode,
  'two-factor.renewRecoveryCodes': async (setting) => {
    await makePasskey(setting, setting.caller)
    return {}
  },
  'two-factor.verify': async (setting) => {
    const { challengeToken, recoveryCodes } = await waitingSignIn(setting)
    return { body: { challengeToken, code: recoveryCodes?.[0] } }
  },
  'two-factor.beginVerifyPasskey': async (setting) => ({ body: { challengeToken: (await waitingSignIn(setting)).challengeToken } }),
  'two-factor.verifyPasskey': async (setting) => {
    const { challengeToken, authenticator } = await waitingSignIn(setting)
    const { options } = await begin(setting.t, '2fa/verify/passkey/begin', { challengeToken })
    return { body: { challengeToken, credential: authenticator.get(options) } }
  },
  'two-factor.beginPasskeySignIn': async () => ({}),
  'two-factor.passkeySignIn': async (setting) => {
    const { authenticator } = await makePasskey(setting, await setting.t.register())
    const { token, options } = await begin(setting.t, 'passkey/begin')
    return { body: { token, credential: authenticator.get(options) } }
  },
  'two-factor.beginPasskey': async () => ({}),
  'two-factor.addPasskey': async (setting) => {
    await setting.t.owner.query('delete from auth.passkeys where user_id = $1', [setting.caller.userId])
    return { body: (await beginPasskey(setting, setting.caller)).body }
  },
  'two-factor.renamePasskey': passkeyOf({ name: 'Renamed' }),
  'two-factor.removePasskey': passkeyOf(),
  'two-factor.reauthenticateWithCode': spareCode,
  'two-factor.beginReauthenticateWithPasskey': async (setting) => {
    await makePasskey(setting, setting.caller)
    return {}
  },
  'two-factor.reauthenticateWithPasskey': async (setting) => {
    const { authenticator } = await makePasskey(setting, setting.caller)
    const { token, options } = await act<{ token: string; options: PasskeyRequestOptions }>(
      setting,
      setting.caller,
      'POST',
      'reauthenticate/passkey/begin',
    )
    return { body: { token, credential: authenticator.get(options) } }
  },
  'two-factor.readPolicy': async () => ({}),
  'two-factor.setPolicy': async () => ({ body: { required: false } }),
} satisfies Record<string, Make>
