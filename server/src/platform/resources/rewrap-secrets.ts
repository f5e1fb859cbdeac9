import { SealError } from '../crypto/crypto.ts'
import type { KeyRing } from '../crypto/crypto.ts'

export interface Rewrapped<Owner> {
  rewrapped: number
  /** Owners of a secret that no configured key opens: it must be entered or created again. */
  unreadable: Owner[]
}

/** Seals secrets under the current encryption key; those already under it stay as they are. */
export function createRewrapper<Owner>(keyRing: KeyRing) {
  const result: Rewrapped<Owner> = { rewrapped: 0, unreadable: [] }
  /** Returns the secret to store. `place` is its associated data. */
  const rewrap = <Sealed extends string | null>(sealed: Sealed, place: string, owner: Owner): Sealed | string => {
    try {
      if (sealed === null || !keyRing.needsRotation(sealed)) return sealed
      const anew = keyRing.rewrap(sealed, place)
      result.rewrapped += 1
      return anew
    } catch (error) {
      if (!(error instanceof SealError)) throw error
      result.unreadable.push(owner)
      return sealed
    }
  }
  return { result, rewrap }
}
