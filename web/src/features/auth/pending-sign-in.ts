import type { SignInChallenge } from '@imperium/contract/auth/auth.ts'
import type { z } from 'zod'

export type Challenge = z.infer<typeof SignInChallenge>['challenge']

let held: Challenge | null = null

/**
 * Keeps the challenge of a sign-in for its second step, in memory only: then go to /login/verify with the same `org`
 * and `next` as on /login. A reload starts over.
 */
export function keepPendingSignIn(challenge: Challenge | null): void {
  held = challenge
}

export const pendingSignIn = (): Challenge | null => held
