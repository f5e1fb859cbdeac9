import { Secret, TOTP } from 'otpauth'

// What every authenticator app assumes (RFC 6238): SHA-1, six digits, 30 seconds.
const settings = { algorithm: 'SHA1', digits: 6, period: 30 }

/** A new secret of 160 bits in base32, which users can type. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** The content of the QR code for an authenticator app. */
export const totpUri = (secret: string, email: string, issuer: string): string =>
  new TOTP({ ...settings, issuer, label: email, secret }).toString()

/** The time step of this code: the one of `now`, or a neighbour, to allow for clock drift. Null: a wrong code. */
export function matchStep(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ ...settings, secret })
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}
