import type { ReplyDraft } from '@imperium/contract/messages.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { Source } from '../sessions-store.ts'

interface NewDraft {
  conversationId: string
  agentName: string
  runId: string
  body: string
  sources: readonly Source[]
}

/** Stores the draft of a conversation in place of the one before. */
export async function putDraft(tx: OrgTx, { conversationId, agentName, runId, body, sources }: NewDraft): Promise<void> {
  await dropDraft(tx, conversationId)
  await tx
    .insertInto('reply_drafts')
    .values({
      org_id: tx.orgId,
      id: newId(),
      conversation_id: conversationId,
      agent_name: agentName,
      run_id: runId,
      body,
      sources: JSON.stringify(sources),
    })
    .execute()
}

export async function findDraft(tx: OrgTx, conversationId: string): Promise<ReplyDraft | null> {
  const row = await tx.selectFrom('reply_drafts').selectAll().where('conversation_id', '=', conversationId).executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    agentName: row.agent_name,
    text: row.body,
    sources: row.sources as unknown as Source[],
    createdAt: row.created_at.toISOString(),
  }
}

/** Drafts of replies to a contact, for the export. */
export const draftsFor = async (tx: OrgTx, contactId: string): Promise<object[]> =>
  tx
    .selectFrom('reply_drafts as d')
    .innerJoin('conversations as c', (join) => join.onRef('c.org_id', '=', 'd.org_id').onRef('c.id', '=', 'd.conversation_id'))
    .select(['d.id', 'd.agent_name as agent', 'd.body', 'd.created_at as createdAt'])
    .where('c.contact_id', '=', contactId)
    .orderBy('d.id')
    .execute()

/** Takes a draft away. @returns false where another call has. */
export async function takeDraft(tx: OrgTx, conversationId: string, id: string): Promise<boolean> {
  const rows = await tx
    .deleteFrom('reply_drafts')
    .where('id', '=', id)
    .where('conversation_id', '=', conversationId)
    .returning('id')
    .execute()
  return rows.length > 0
}

export async function dropDraft(tx: OrgTx, conversationId: string): Promise<void> {
  await tx.deleteFrom('reply_drafts').where('conversation_id', '=', conversationId).execute()
}
