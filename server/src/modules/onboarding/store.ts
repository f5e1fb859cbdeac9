import { sql } from 'kysely'
import type { Goal } from '@imperium/contract/onboarding/onboarding.ts'
import type { OrgTx, SystemTx } from '../../platform/db/database.ts'

export interface Choice {
  goal: Goal | null
  dismissed: boolean
}

export async function findChoice(tx: OrgTx, userId: string): Promise<Choice | null> {
  const row = await tx.selectFrom('onboarding').select(['goal', 'dismissed']).where('user_id', '=', userId).executeTakeFirst()
  // The table's check limits it to the values of the contract.
  return row ? { goal: row.goal as Goal | null, dismissed: row.dismissed } : null
}

export async function saveChoice(tx: OrgTx, userId: string, choice: Choice): Promise<void> {
  await tx
    .insertInto('onboarding')
    .values({ org_id: tx.orgId, user_id: userId, ...choice })
    .onConflict((on) => on.columns(['org_id', 'user_id']).doUpdateSet({ ...choice, updated_at: sql`now()` }))
    .execute()
}

export const exportChoices = (tx: OrgTx, userId: string): Promise<object[]> =>
  tx
    .selectFrom('onboarding')
    .select(['org_id as organizationId', 'goal', 'dismissed', 'updated_at as updatedAt'])
    .where('user_id', '=', userId)
    .execute()

export async function deleteChoices(tx: SystemTx, userId: string): Promise<void> {
  await tx.deleteFrom('onboarding').where('user_id', '=', userId).execute()
}
