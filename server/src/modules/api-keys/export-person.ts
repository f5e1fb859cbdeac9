import type { OrgTx } from '../../platform/db/database.ts'

/** API keys that a person made; of the keys themselves only what is shown of them. */
export const exportApiKeys = (tx: OrgTx, userId: string): Promise<object[]> =>
  tx
    .selectFrom('api_keys')
    .select(['org_id as organizationId', 'id', 'name', 'prefix', 'last4', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('created_by', '=', userId)
    .orderBy('created_at')
    .execute()
