import type { OrgTx } from '../../platform/db/database.ts'

export async function hasInvited(tx: OrgTx, userId: string): Promise<boolean> {
  const row = await tx.selectFrom('invitations').select('id').where('invited_by', '=', userId).limit(1).executeTakeFirst()
  return row !== undefined
}
