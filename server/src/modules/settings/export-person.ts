import type { OrgTx } from '../../platform/db/database.ts'

/** Pages of the settings that a person opened. */
export const exportVisits = (tx: OrgTx, userId: string): Promise<object[]> =>
  tx
    .selectFrom('settings_visits')
    .select(['org_id as organizationId', 'page', 'visits', 'visited_at as visitedAt'])
    .where('user_id', '=', userId)
    .execute()
