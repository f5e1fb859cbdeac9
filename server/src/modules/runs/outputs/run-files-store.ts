import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'

export const addRunFile = (tx: OrgTx, runId: string, fileId: string) =>
  tx
    .insertInto('run_files')
    .values({ org_id: tx.orgId, run_id: runId, file_id: fileId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const hasRunFile = async (tx: OrgTx, runId: string, fileId: string): Promise<boolean> =>
  (await tx.selectFrom('run_files').select('file_id').where('run_id', '=', runId).where('file_id', '=', fileId).executeTakeFirst()) !==
  undefined

/** Removes what runs made, and releases its storage. */
export async function removeRunFiles({ files }: Pick<Platform, 'files'>, tx: OrgTx, runIds: readonly string[]): Promise<void> {
  const rows = await tx.selectFrom('run_files').select('file_id').where('run_id', 'in', runIds).execute()
  for (const { file_id: id } of rows) await files.remove(tx, id)
}
