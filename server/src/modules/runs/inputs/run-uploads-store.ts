import type { OrgTx } from '../../../platform/db/database.ts'

export const addRunUpload = (tx: OrgTx, agentId: string, fileId: string) =>
  tx.insertInto('run_uploads').values({ org_id: tx.orgId, agent_id: agentId, file_id: fileId }).execute()

/** Those of the files that were uploaded for messages to this agent. */
export async function findRunUploads(tx: OrgTx, agentId: string, fileIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('run_uploads')
    .select('file_id')
    .where('agent_id', '=', agentId)
    .where('file_id', 'in', fileIds)
    .execute()
  return rows.map((row) => row.file_id)
}
