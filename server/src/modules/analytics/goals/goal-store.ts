import type { Insertable } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/types.gen.ts'

const columns = ['id', 'metric', 'currency', 'every', 'target', 'created_by', 'created_by_user', 'created_at'] as const

const selectGoals = (tx: OrgTx) => tx.selectFrom('metric_goals').select(columns)
export type GoalRow = Awaited<ReturnType<ReturnType<typeof selectGoals>['executeTakeFirstOrThrow']>>

export const listGoalRows = (tx: OrgTx): Promise<GoalRow[]> => selectGoals(tx).orderBy('id').execute()

export const findGoal = (tx: OrgTx, id: string): Promise<GoalRow | undefined> => selectGoals(tx).where('id', '=', id).executeTakeFirst()

export async function insertGoal(tx: OrgTx, row: Omit<Insertable<DB['metric_goals']>, 'org_id'>): Promise<void> {
  await tx
    .insertInto('metric_goals')
    .values({ org_id: tx.orgId, ...row })
    .execute()
}

export async function deleteGoal(tx: OrgTx, id: string): Promise<void> {
  await tx.deleteFrom('metric_goals').where('id', '=', id).execute()
}

export const exportGoals = (tx: OrgTx, userId: string): Promise<object[]> =>
  tx
    .selectFrom('metric_goals')
    .select(['metric', 'every', 'target', 'created_at as createdAt'])
    .where('created_by_user', '=', userId)
    .orderBy('id')
    .execute()
