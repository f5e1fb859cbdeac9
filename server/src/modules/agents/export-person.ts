import type { OrgTx } from '../../platform/db/database.ts'

/** Agents that a person made, and the versions of agents that a person wrote: which, not what, for the content is the organization's. */
export const exportAgents = (tx: OrgTx, userId: string): Promise<object[]> =>
  tx
    .selectFrom('agents')
    .select(['org_id as organizationId', 'id', 'name', 'created_at as createdAt'])
    .where('created_by', '=', userId)
    .orderBy('created_at')
    .execute()

export const exportAgentVersions = (tx: OrgTx, userId: string): Promise<object[]> =>
  tx
    .selectFrom('agent_versions')
    .select(['org_id as organizationId', 'agent_id as agentId', 'version', 'created_at as createdAt'])
    .where('created_by', '=', userId)
    .orderBy('created_at')
    .execute()
