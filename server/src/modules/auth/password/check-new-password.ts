import { message, worded } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import { brokenPasswordRules } from '@imperium/contract/auth/password-rules.ts'
import type { PasswordPolicy } from '@imperium/contract/auth/security.ts'
import { invalid } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { hashing } from '../hashing.ts'
import { isEasyToGuess, isMadeOfOwnWords } from './known-passwords.ts'

export interface ChosenPassword {
  password: string
  /** Field of the request's body, for the messages. */
  path: string
  /** See `strictestPolicy` of the module security. */
  policy: PasswordPolicy
  /** Address, names, organizations: what may not be its main part (SEC-2). */
  words: readonly string[]
  /** Hashes of the last passwords, which may not be chosen again. */
  usedBefore?: readonly string[]
}

/**
 * Rejects a password that breaks a rule, is easy to guess, contains the user's names, or was used before. Call it outside of transactions:
 * each earlier password costs a hash. @throws 422 with every reason.
 */
export async function checkNewPassword(platform: Pick<Platform, 'passwords'>, chosen: ChosenPassword): Promise<void> {
  const { password, path, policy, words: terms, usedBefore = [] } = chosen
  const faults: Text[] = brokenPasswordRules(password, policy)
  if (faults.length === 0 && (await isEasyToGuess(password)))
    faults.push(worded('This password is too common or has appeared in data breaches').message)
  if (faults.length === 0 && (await isMadeOfOwnWords(password, [...terms, 'Imperium'])))
    faults.push(worded('This password is made of your name, email address or organization').message)
  if (faults.length === 0 && (await wasUsed(platform, password, usedBefore.slice(0, policy.passwordHistory))))
    faults.push(message('This password was used before. Choose one that is none of your last {count}', { count: policy.passwordHistory }))
  if (faults.length) throw invalid(faults.map((fault) => ({ path, ...worded(fault) })))
}

async function wasUsed({ passwords }: Pick<Platform, 'passwords'>, password: string, hashes: readonly string[]): Promise<boolean> {
  for (const hash of hashes) if (await hashing(() => passwords.verify(password, hash))) return true
  return false
}
