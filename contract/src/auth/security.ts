import { z } from 'zod'
import { Timestamp } from '../kit/fields.ts'
import { get, operations, put } from '../kit/operations.ts'

const rules = {
  passwordMinLength: z.int().min(12, 'At least 12 characters').max(64, 'At most 64 characters'),
  requireLowercase: z.boolean(),
  requireUppercase: z.boolean(),
  requireNumber: z.boolean(),
  requireSpecial: z.boolean(),
  /** Days until a password must be changed; null: never. */
  passwordMaxAgeDays: z.int().min(1, 'At least 1 day').max(3650, 'At most 3650 days').nullable(),
  /** How many of the last passwords, the present one included, may not be chosen again. */
  passwordHistory: z.int().min(0, 'Choose 0 to 10 passwords').max(10, 'Choose 0 to 10 passwords'),
}

/** An organization's rules for the passwords of its members; the server enforces them. */
export const SecurityPolicy = z.object({ ...rules, updatedAt: Timestamp }).meta({ id: 'SecurityPolicy' })
export type SecurityPolicy = z.infer<typeof SecurityPolicy>

/** The rules for a user's next password: the strictest of each rule across all their organizations. */
export const PasswordPolicy = z.object(rules).meta({ id: 'PasswordPolicy' })
export type PasswordPolicy = z.infer<typeof PasswordPolicy>

export const security = operations(
  'security',
  { read: 'security:read', write: 'security:manage' },
  {
    readPolicy: get('/security/policy', 'Read what the organization asks of passwords', {
      reply: SecurityPolicy,
    }),
    updatePolicy: put(
      '/security/policy',
      'Change the password policy of the organization; it counts for the next password, and at once for their age',
      {
        recentSignIn: true,
        body: z.strictObject({ ...rules, updatedAt: Timestamp.optional() }),
        reply: SecurityPolicy,
        errors: [409],
      },
    ),
  },
)
