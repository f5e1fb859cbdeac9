import { sql } from 'kysely'
import { eraseMatches, siftPage } from '../../contacts/index.ts'
import type { ContactExtension, FindNames } from '../../contacts/index.ts'

const approvalsNaming: FindNames = async (tx, names, after, limit) => {
  const { rows } = await sql<{ id: string; is_named: boolean }>`
    select id, app.is_named(lower(input::text), ${[...names]}::text[]) as is_named from app.mcp_approvals
    ${after === null ? sql`` : sql`where id < ${after}::uuid`} order by id desc limit ${limit}`.execute(tx)
  return siftPage(rows, limit, () => Promise.resolve([]))
}

/** What an assistant asked to do with a person is not kept for the day that approvals live. */
export const approvalContactExtension: ContactExtension = {
  name: 'mcp-approvals',
  eraseNamed: eraseMatches(approvalsNaming, async (tx, ids) => {
    if (ids.length > 0) await tx.deleteFrom('mcp_approvals').where('id', 'in', ids).execute()
  }),
}
