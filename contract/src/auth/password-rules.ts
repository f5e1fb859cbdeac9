/** Rules for a password. The server enforces them, and the pages show them. */
export interface PasswordRules {
  /** 12 to 64. */
  passwordMinLength: number
  requireLowercase: boolean
  requireUppercase: boolean
  requireNumber: boolean
  requireSpecial: boolean
}

/** As the specification has them; an organization may ask for more, or for fewer kinds of characters. */
export const defaultPasswordRules: PasswordRules = {
  passwordMinLength: 12,
  requireLowercase: true,
  requireUppercase: true,
  requireNumber: true,
  requireSpecial: true,
}

/** A longer password is rejected, never truncated (SEC-1). */
export const longestPassword = 128

/** Returns the rules that a password breaks, in the words of the registration form; empty when it breaks none. */
export function brokenPasswordRules(password: string, rules: PasswordRules): string[] {
  const length = [...password].length
  const checks: [boolean, string][] = [
    [length < rules.passwordMinLength, `Password must be at least ${rules.passwordMinLength} characters`],
    [password.length > longestPassword, `Password must be at most ${longestPassword} characters`],
    [rules.requireLowercase && !/\p{Ll}/u.test(password), 'Password must contain at least one lowercase letter'],
    [rules.requireUppercase && !/\p{Lu}/u.test(password), 'Password must contain at least one uppercase letter'],
    [rules.requireNumber && !/\p{Nd}/u.test(password), 'Password must contain at least one number'],
    [rules.requireSpecial && !/[^\p{L}\p{N}]/u.test(password), 'Password must contain at least one special character (!@#$%^&*)'],
  ]
  return checks.flatMap(([isBroken, message]) => (isBroken ? [message] : []))
}
