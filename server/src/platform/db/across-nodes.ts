import { sql } from 'kysely'
import type { OrgTx } from './database.ts'

/** Work on the rows of every node within a transaction that reads for one person: limits of a plan count what that person does not see. */
export async function acrossNodes<T>(tx: OrgTx, work: () => Promise<T>): Promise<T> {
  if (!tx.viewer) return work()
  const { userId, scope } = tx.viewer
  const see = (viewer: string, permission: string) =>
    sql`select set_config('app.viewer', ${viewer}, true), set_config('app.viewer_scope', ${permission}, true)`.execute(tx)
  await see('', '')
  const result = await work()
  await see(userId, scope?.permission ?? '')
  return result
}
