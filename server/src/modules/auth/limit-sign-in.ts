import { recordAudit } from '../../platform/audit/audit.ts'
import { hashTokenHex } from '../../platform/crypto/crypto.ts'
import { limited } from '../../platform/errors.ts'
import type { PublicContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { addressGroup, countHit, forgiveHits, uncountHits } from '../../platform/auth/rate-limit.ts'
import type { Familiarity } from './sessions/familiarity.ts'
import { recordLogin } from './store.ts'

const windowSeconds = 15 * 60

/** Guesses at one account from one network. */
export const pairKey = (email: string, network: string): string => `login:${hashTokenHex(`${email}\n${network}`)}`
/** Counts guesses at one account from networks and browsers that it never signed in from. */
export const accountWideKey = (email: string): string => `login-account:${hashTokenHex(email)}`

interface Bound {
  key: string
  max: number
}

/**
 * The limits of a sign-in, the narrowest first. A known browser has its own counter, and a known network is not affected by guesses
 * from elsewhere: an attacker with hundreds of addresses blocks strangers, not the owner (SEC-4).
 */
function boundsOf({ config }: Platform, email: string, network: string, known: Familiarity): Bound[] {
  if (known.deviceId) return [{ key: `login-device:${hashTokenHex(`${email}\n${known.deviceId}`)}`, max: config.rateLimitLogin }]
  const pair = { key: pairKey(email, hashTokenHex(network)), max: config.rateLimitLogin }
  const address = { key: `login-address:${hashTokenHex(network)}`, max: config.rateLimitLoginAddress }
  return known.isKnownNetwork ? [pair, address] : [pair, { key: accountWideKey(email), max: config.rateLimitLogin * 5 }, address]
}

/**
 * Counts a sign-in attempt before the password check. Call `succeeded` if it was right: it removes this attempt and earlier failures of the
 * same source. @throws 429 after too many; the first of a quarter of an hour is audited.
 */
export async function limitSignIn(
  platform: Platform,
  context: PublicContext,
  { email, userId, known }: { email: string; userId: string | null; known: Familiarity },
): Promise<{ succeeded(): Promise<void> }> {
  const { db } = platform
  const [narrowest, ...wider] = boundsOf(platform, email, addressGroup(context.ipAddress), known)
  for (const bound of [narrowest, ...wider]) {
    if (!bound) continue
    const state = await countHit(db, bound.key, bound.max, windowSeconds)
    if (state.allowed) continue
    if (state.isFirstRefusal) await recordRefusal(platform, context, userId)
    throw limited(state.resetSeconds)
  }
  return {
    succeeded: async () => {
      if (narrowest) await forgiveHits(db, narrowest.key)
      if (wider.length)
        await uncountHits(
          db,
          wider.map(({ key }) => key),
        )
    },
  }
}

async function recordRefusal({ db, clock }: Platform, context: PublicContext, userId: string | null): Promise<void> {
  const { ipAddress, userAgent, requestId } = context
  await db.withAuth(async (tx) => {
    await recordLogin(tx, { userId, ipAddress, userAgent, success: false, reason: 'too many attempts', at: clock.now() })
    await recordAudit(tx, null, {
      actor: { kind: 'anonymous', id: null, name: 'Anonymous' },
      action: 'auth.login',
      target: { kind: 'user', id: userId ?? undefined },
      outcome: 'refused',
      ipAddress,
      userAgent,
      requestId,
      after: { reason: 'too many attempts' },
    })
  })
}
