import { TOTP } from 'otpauth'
import type { Session } from '@imperium/contract/auth/auth.ts'
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@imperium/contract/auth/passkeys.ts'
import type { FactorChange } from '@imperium/contract/auth/two-factor.ts'
import { createSoftwareAuthenticator } from './software-authenticator.ts'
import type { SoftwareAuthenticator, Twist } from './software-authenticator.ts'
import { testPassword } from './test-app.ts'
import type { TestResponse, TestApp, TestUser } from './test-app.ts'

export interface Challenge {
  challenge: { token: string; methods: string[]; expiresAt: string }
}

/** Lifts the contract's limits per address: all tests use one address. Limits per account stay. */
export function liftAddressLimits(t: TestApp): void {
  const { limiter } = t.platform
  Object.assign(t.platform, { limiter: (...[key, max, ...rest]: Parameters<typeof limiter>) => limiter(key, max * 1_000, ...rest) })
}

/** The code of an authenticator app at the app's time, shifted by `steps` of 30 seconds. */
export const codeAt = (t: TestApp, secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: t.platform.clock.now().getTime() + steps * 30_000 })

/** The one code of six digits that is not the right one of any near step. */
export function wrongCodeFor(t: TestApp, secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeAt(t, secret, steps))
  for (let code = 0; ; code++) if (!right.includes(String(code).padStart(6, '0'))) return String(code).padStart(6, '0')
}

export function expectData<T>({ status, body }: TestResponse<T>): T {
  if (status >= 300) throw new Error(`answered ${status} ${JSON.stringify(body)}`)
  return body.data
}

/** Registers a user with an authenticator app; the code that confirmed it is used up, so the next valid code is the clock's next step. */
export async function registerWithApp(t: TestApp): Promise<TestUser & { secret: string; recoveryCodes: string[] }> {
  const person = await t.register()
  const { secret } = expectData(await t.call<{ secret: string }>('POST', '/api/auth/2fa/setup', { token: person.token }))
  // The code of the step before: the present one stays free for the test.
  const enable = () => t.call<FactorChange>('POST', '/api/auth/2fa/enable', { token: person.token, body: { code: codeAt(t, secret, -1) } })
  const enabled = await enable()
  // Where a step ended on the way, its code was too old by one: the next is taken.
  const { session, recoveryCodes } = expectData(enabled.status === 422 ? await enable() : enabled)
  return { ...person, token: session.token, secret, recoveryCodes: recoveryCodes ?? [] }
}

/** Sends the first factor; returns the response. */
export const enterPassword = (t: TestApp, email: string, headers: Record<string, string> = {}) =>
  t.call<Challenge & Session>('POST', '/api/auth/login', { body: { email, password: testPassword }, headers })

export const beginSignIn = async (t: TestApp, email: string): Promise<string> => expectData(await enterPassword(t, email)).challenge.token

export const verifyCode = (t: TestApp, challengeToken: string, code: string) =>
  t.call<Session>('POST', '/api/auth/2fa/verify', { body: { challengeToken, code } })

export interface PasskeyPerson extends TestUser {
  authenticator: SoftwareAuthenticator
  passkeyId: string
  recoveryCodes: string[]
}

export const beginPasskey = async (t: TestApp, token: string) =>
  expectData(await t.call<{ token: string; options: PasskeyCreationOptions }>('POST', '/api/auth/2fa/passkeys/begin', { token }))

export const finishPasskey = (t: TestApp, token: string, body: { token: string; credential: unknown; name?: string }) =>
  t.call<FactorChange & { passkey: { id: string; name: string } }>('POST', '/api/auth/2fa/passkeys', {
    token,
    body: { name: 'Laptop', ...body },
  })

/** Registers a user with a passkey in a software authenticator. */
export async function registerWithPasskey(t: TestApp, twist: Twist = {}): Promise<PasskeyPerson> {
  const person = await t.register()
  const authenticator = createSoftwareAuthenticator(t.platform.config.publicUrl)
  const { token, options } = await beginPasskey(t, person.token)
  const added = expectData(await finishPasskey(t, person.token, { token, credential: authenticator.create(options, twist) }))
  return {
    ...person,
    token: added.session.token,
    authenticator,
    passkeyId: added.passkey.id,
    recoveryCodes: added.recoveryCodes ?? [],
  }
}

export const beginPasskeySignIn = async (t: TestApp) =>
  expectData(await t.call<{ token: string; options: PasskeyRequestOptions }>('POST', '/api/auth/passkey/begin'))

/** Subjects of the mails that wait to be posted to an address. */
export async function emailsTo(t: TestApp, email: string): Promise<{ subject: string; text: string }[]> {
  const { rows } = await t.owner.query<{ data: { letterId: string; sealed: string } }>(
    "select data from pgboss.job where name = 'platform.deliverLetter' order by created_on",
  )
  return rows
    .map(
      ({ data }) =>
        JSON.parse(t.platform.keyRing.decrypt(data.sealed, `letter:${data.letterId}`)) as { to: string; subject: string; text: string },
    )
    .filter((letter) => letter.to === email)
}
