import type { SignInChallenge } from '@imperium/contract/auth/auth.ts'
import type { z } from 'zod'

export type Challenge = z.infer<typeof SignInChallenge>['challenge']

let held: Challenge | null = null

/**
 * Keeps what a way of signing in answered until its second step, in memory only: go to /login/verify then, with the same `org`
 * and `next` as on /login. A reload begins again.
 */
export function holdSignIn(challenge: Challenge | null): void {
  held = challenge
}

export const heldSignIn = (): Challenge | null => held
