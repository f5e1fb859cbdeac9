import { sql } from 'kysely'
import type { AuthTx } from '../../../platform/db/database.ts'
import { zeroId } from '../../../platform/ids.ts'
import type { PublicContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { addressGroup } from '../../../platform/auth/rate-limit.ts'
import { readDevice } from './device-cookie.ts'

/** What is known in favour of a sign-in before the password check. */
export interface Familiarity {
  /** Id of the browser, if the account signed in from it before. */
  deviceId: string | null
  /** The account signed in from this network within 90 days. */
  isKnownNetwork: boolean
  /** The account has signed in before: a first sign-in needs no warning. */
  hasHistory: boolean
}

const memoryMs = 90 * 86_400_000

/** The same work for an address without an account (`userId` null). */
export async function readFamiliarity(
  platform: Pick<Platform, 'keyRing' | 'clock'>,
  context: PublicContext,
  tx: AuthTx,
  userId: string | null,
): Promise<Familiarity> {
  const device = readDevice(platform, context)
  const since = new Date(platform.clock.now().getTime() - memoryMs)
  const id = userId ?? zeroId
  const { rows } = await sql<{ known: boolean; history: boolean }>`
    select exists (select 1 from auth.login_events where user_id = ${id} and success and network = ${addressGroup(context.ipAddress)} and at > ${since}) as known,
           exists (select 1 from auth.login_events where user_id = ${id} and success) as history`.execute(tx)
  return {
    deviceId: device && userId && device.userIds.includes(userId) ? device.id : null,
    isKnownNetwork: rows[0]?.known ?? false,
    hasHistory: rows[0]?.history ?? false,
  }
}
