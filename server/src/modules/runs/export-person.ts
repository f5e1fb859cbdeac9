import type { OrgTx } from '../../platform/db/database.ts'

/** Runs that a user started, with the user's input. */
export const exportRuns = (tx: OrgTx, userId: string): Promise<object[]> =>
  tx
    .selectFrom('runs')
    .select([
      'org_id as organizationId',
      'id',
      'agent_id as agentId',
      'agent_name as agentName',
      'status',
      'input',
      'created_at as createdAt',
    ])
    .where('started_by_user', '=', userId)
    .orderBy('id')
    .execute()
