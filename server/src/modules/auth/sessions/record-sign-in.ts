import type { Language } from '@imperium/contract/languages.ts'
import type { Caller } from '../../../platform/auth/auth-context.ts'
import { asOrg } from '../../../platform/db/database.ts'
import type { AuthTx } from '../../../platform/db/database.ts'
import type { PublicContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { queueAccountEmail } from '../../../platform/mail/account-email.ts'
import { describeDevice } from '../describe-device.ts'
import { writeNewDeviceEmail } from '../emails.ts'
import type { DateReader } from '../../../platform/text/write-date.ts'
import { recordLogin } from '../store.ts'
import { rememberDevice } from './device-cookie.ts'
import { readFamiliarity } from './familiarity.ts'
import { signedInFromNewDevice } from './signed-in-from-new-device.ts'

export interface SignedInPerson {
  id: string
  email: string
  reader: DateReader
}

/**
 * Writes a sign-in into the account's history, remembers the browser, and warns the user if both browser and network
 * are new: by email and, in the organization that the session begins in, as an event.
 */
export async function recordSignIn(
  platform: Platform,
  context: PublicContext,
  tx: AuthTx,
  { person, method, orgId }: { person: SignedInPerson; method: Caller['method']; orgId: string | null },
): Promise<void> {
  const { ipAddress, userAgent } = context
  const known = await readFamiliarity(platform, context, tx, person.id)
  await recordLogin(tx, { userId: person.id, ipAddress, userAgent, success: true, method, at: platform.clock.now() })
  rememberDevice(platform, context, person.id)
  if (!known.hasHistory || known.deviceId || known.isKnownNetwork) return
  const origin = { ipAddress, ...describeDevice(userAgent) }
  const emailMessage = writeNewDeviceEmail({
    // The table's check holds it to the contract's languages.
    language: person.reader.language as Language,
    reader: person.reader,
    at: platform.clock.now(),
    publicUrl: platform.config.publicUrl,
    ...origin,
  })
  await queueAccountEmail(platform, tx, { userId: person.id, to: person.email }, emailMessage)
  if (orgId) await asOrg(tx, orgId, (orgTx) => platform.events.emit(orgTx, signedInFromNewDevice, { userId: person.id, ...origin }))
}
