import { hashTokenHex } from '../../platform/crypto/crypto.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { countHit } from '../../platform/auth/rate-limit.ts'
import { placeOfPhone } from './read-phone.ts'

/**
 * Text messages that strangers can cause, an hour and of one organization: to each country but its own, and to each 10,000 numbers in a
 * row. Who is paid for messages to expensive numbers (SMS pumping) has many of one range.
 */
const mostPerHour = { abroad: 30, inRow: 20 } as const

/**
 * Counts a text message that an outsider causes, the narrowest limit first. `kind`: counted separately; `inAll`: the most of the kind per
 * hour to all numbers, if limited. @returns after how many seconds there is room again; null where there is.
 */
export async function countTextMessage(
  { db }: Pick<Platform, 'db'>,
  tx: OrgTx,
  { kind, number, inAll }: { kind: string; number: string; inAll?: number },
): Promise<number | null> {
  const { callingCode, isHome } = await placeOfPhone(tx, number)
  const bounds = [
    { key: `row:${number.slice(0, -4)}`, max: mostPerHour.inRow },
    ...(isHome ? [] : [{ key: `country:${callingCode}`, max: mostPerHour.abroad }]),
    ...(inAll === undefined ? [] : [{ key: 'all', max: inAll }]),
  ]
  for (const { key, max } of bounds) {
    const { allowed, resetSeconds } = await countHit(db, `${kind}:${hashTokenHex(`${tx.orgId} ${key}`)}`, max, 3_600)
    if (!allowed) return resetSeconds
  }
  return null
}
