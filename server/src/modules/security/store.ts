import { sql } from 'kysely'
import { defaultPasswordRules } from '@imperium/contract/auth/password-rules.ts'
import type { PasswordPolicy, SecurityPolicy } from '@imperium/contract/auth/security.ts'
import type { AuthTx, OrgTx } from '../../platform/db/database.ts'
import { isUnchangedSince } from '../../platform/resources/checks.ts'

const columns = [
  'password_min_length',
  'require_lowercase',
  'require_uppercase',
  'require_number',
  'require_special',
  'password_max_age_days',
  'password_history',
] as const

interface Row {
  password_min_length: number
  require_lowercase: boolean
  require_uppercase: boolean
  require_number: boolean
  require_special: boolean
  password_max_age_days: number | null
  password_history: number
}

const toPolicy = (row: Row): PasswordPolicy => ({
  passwordMinLength: row.password_min_length,
  requireLowercase: row.require_lowercase,
  requireUppercase: row.require_uppercase,
  requireNumber: row.require_number,
  requireSpecial: row.require_special,
  passwordMaxAgeDays: row.password_max_age_days,
  passwordHistory: row.password_history,
})

/** Applies to a user without an organization; equals the table's defaults. */
export const defaultPasswordPolicy: PasswordPolicy = { ...defaultPasswordRules, passwordMaxAgeDays: 90, passwordHistory: 5 }

/** The first policy of a new organization, by the table's defaults. */
export async function insertPolicy(tx: OrgTx): Promise<void> {
  await tx.insertInto('auth.security_policies').values({ org_id: tx.orgId }).execute()
}

export async function readPolicy(tx: OrgTx): Promise<SecurityPolicy> {
  const row = await tx
    .selectFrom('auth.security_policies')
    .select([...columns, 'updated_at'])
    .where('org_id', '=', tx.orgId)
    .executeTakeFirstOrThrow()
  return { ...toPolicy(row), updatedAt: row.updated_at.toISOString() }
}

/** False if the row changed since `unchangedSince`, to the millisecond that the API shows. */
export async function updatePolicy(tx: OrgTx, policy: PasswordPolicy, unchangedSince: string | undefined): Promise<boolean> {
  const result = await tx
    .updateTable('auth.security_policies')
    .set({
      password_min_length: policy.passwordMinLength,
      require_lowercase: policy.requireLowercase,
      require_uppercase: policy.requireUppercase,
      require_number: policy.requireNumber,
      require_special: policy.requireSpecial,
      password_max_age_days: policy.passwordMaxAgeDays,
      password_history: policy.passwordHistory,
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('org_id', '=', tx.orgId)
    .$if(unchangedSince !== undefined, (query) => query.where(isUnchangedSince('updated_at', unchangedSince ?? '')))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** The strictest value of each rule among the organizations, because a user has one password for all of them. */
export async function strictestPolicy(tx: AuthTx, orgIds: readonly string[]): Promise<PasswordPolicy> {
  if (orgIds.length === 0) return defaultPasswordPolicy
  const rows = await tx.selectFrom('auth.security_policies').select(columns).where('org_id', 'in', orgIds).execute()
  const [first, ...others] = rows.map(toPolicy)
  if (!first) return defaultPasswordPolicy
  return others.reduce(stricter, first)
}

const stricter = (a: PasswordPolicy, b: PasswordPolicy): PasswordPolicy => ({
  passwordMinLength: Math.max(a.passwordMinLength, b.passwordMinLength),
  requireLowercase: a.requireLowercase || b.requireLowercase,
  requireUppercase: a.requireUppercase || b.requireUppercase,
  requireNumber: a.requireNumber || b.requireNumber,
  requireSpecial: a.requireSpecial || b.requireSpecial,
  passwordMaxAgeDays: shorter(a.passwordMaxAgeDays, b.passwordMaxAgeDays),
  passwordHistory: Math.max(a.passwordHistory, b.passwordHistory),
})

const shorter = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : Math.min(a, b))
