import { sql } from 'kysely'
import type { Language } from '@imperium/contract/languages.ts'
import type { AgentMode, ChatState } from '@imperium/contract/messages.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { siftPage } from '../contacts/index.ts'
import type { FindNames } from '../contacts/index.ts'

export interface SessionRow {
  id: string
  agentId: string
  conversationId: string
  /** `none`: no agent answers; members ask for drafts. */
  state: ChatState | 'none'
  mode: AgentMode
  /** Of a contact's conversation on a channel: who answers there. */
  channelAgentId: string | null
  language: Language
  email: string | null
  /** When the visitor entered the code that was mailed to it; null: anyone may have typed it. */
  emailProvedAt: Date | null
  summary: string
  summarizedUntil: string | null
  hasFailed: boolean
  lastSeenAt: Date
}

const selectSessions = (tx: OrgTx) =>
  tx
    .selectFrom('chat_sessions')
    .select([
      ...(['id', 'agent_id as agentId', 'conversation_id as conversationId', 'state', 'mode', 'language', 'email', 'summary'] as const),
      ...(['summarized_until as summarizedUntil', 'has_failed as hasFailed', 'last_seen_at as lastSeenAt'] as const),
      ...(['channel_agent_id as channelAgentId', 'email_proved_at as emailProvedAt'] as const),
    ])

export const findSession = async (tx: OrgTx, id: string): Promise<SessionRow | undefined> =>
  (await selectSessions(tx).where('id', '=', id).executeTakeFirst()) as SessionRow | undefined

export const findSessionOf = async (tx: OrgTx, conversationId: string): Promise<SessionRow | undefined> =>
  (await selectSessions(tx).where('conversation_id', '=', conversationId).executeTakeFirst()) as SessionRow | undefined

/** Makes what is done to one conversation wait for each other; also before it has a row. */
export async function lockSession(tx: OrgTx, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`chat:${id}`}, 0))`.execute(tx)
}

type NewSession = Pick<SessionRow, 'id' | 'agentId' | 'conversationId' | 'language'> & Partial<Pick<SessionRow, 'state'>>

export async function insertSession(tx: OrgTx, row: NewSession): Promise<void> {
  await tx
    .insertInto('chat_sessions')
    .values({
      org_id: tx.orgId,
      id: row.id,
      agent_id: row.agentId,
      conversation_id: row.conversationId,
      language: row.language,
      ...(row.state === undefined ? {} : { state: row.state }),
    })
    .execute()
}

type Change = Partial<Omit<SessionRow, 'id' | 'conversationId' | 'language' | 'lastSeenAt'>>

export async function changeSession(
  tx: OrgTx,
  id: string,
  { state, email, emailProvedAt, summary, summarizedUntil, hasFailed, ...by }: Change,
): Promise<void> {
  const { agentId, mode, channelAgentId } = by
  await tx
    .updateTable('chat_sessions')
    .set({
      ...(state === undefined ? {} : { state }),
      ...(email === undefined ? {} : { email }),
      ...(emailProvedAt === undefined ? {} : { email_proved_at: emailProvedAt }),
      ...(summary === undefined ? {} : { summary }),
      ...(summarizedUntil === undefined ? {} : { summarized_until: summarizedUntil }),
      ...(hasFailed === undefined ? {} : { has_failed: hasFailed }),
      ...(agentId === undefined ? {} : { agent_id: agentId }),
      ...(mode === undefined ? {} : { mode }),
      ...(channelAgentId === undefined ? {} : { channel_agent_id: channelAgentId }),
    })
    .where('id', '=', id)
    .execute()
}

/** The visitor is here. */
export async function touchSession(tx: OrgTx, id: string, at: Date): Promise<void> {
  await tx.updateTable('chat_sessions').set({ last_seen_at: at }).where('id', '=', id).execute()
}

export interface TurnRow {
  runId: string
  sessionId: string
  /** `draft`: a member asked for it. */
  kind: 'answer' | 'draft' | 'summary' | 'handover'
  messageId: string
}

export async function insertTurn(tx: OrgTx, { runId, sessionId, kind, messageId }: TurnRow): Promise<void> {
  await tx
    .insertInto('chat_turns')
    .values({ org_id: tx.orgId, run_id: runId, session_id: sessionId, kind, message_id: messageId })
    .execute()
}

export const findTurn = async (tx: OrgTx, runId: string): Promise<TurnRow | undefined> =>
  (await tx
    .selectFrom('chat_turns')
    .select(['run_id as runId', 'session_id as sessionId', 'kind', 'message_id as messageId'])
    .where('run_id', '=', runId)
    .executeTakeFirst()) as TurnRow | undefined

export async function closeTurn(tx: OrgTx, runId: string, answer?: { id: string; sources: readonly object[] }): Promise<void> {
  await tx
    .updateTable('chat_turns')
    .set({ is_open: false, ...(answer ? { answer_id: answer.id, sources: JSON.stringify(answer.sources) } : {}) })
    .where('run_id', '=', runId)
    .execute()
}

/** The runs of a conversation that have not ended: a cancelled one leaves its turn open. */
export async function openRuns(tx: OrgTx, sessionId: string, kind: TurnRow['kind']): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.run_id as id from app.chat_turns t join app.runs r on r.org_id = t.org_id and r.id = t.run_id
    where t.session_id = ${sessionId} and t.kind = ${kind} and t.is_open and r.status in ('queued', 'running') order by t.run_id`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** The runs of an agent's visitors that have not ended. */
export async function openRunsOfAgent(tx: OrgTx, agentId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.run_id as id from app.chat_turns t join app.chat_sessions s on s.org_id = t.org_id and s.id = t.session_id
    join app.runs r on r.org_id = t.org_id and r.id = t.run_id
    where s.agent_id = ${agentId} and t.is_open and r.status in ('queued', 'running') order by t.run_id`.execute(tx)
  return rows.map(({ id }) => id)
}

export type Source = { number: number; title: string; url?: string }

/** What the answers of a conversation cite, by the id of the message. */
export async function sourcesOf(tx: OrgTx, sessionId: string): Promise<Map<string, Source[]>> {
  const rows = await tx
    .selectFrom('chat_turns')
    .select(['answer_id', 'sources'])
    .where('session_id', '=', sessionId)
    .where('answer_id', 'is not', null)
    .execute()
  return new Map(rows.map((row) => [row.answer_id ?? '', row.sources as unknown as Source[]]))
}

/** The runs behind conversations, which hold what was said in them. */
export async function runsOfConversations(tx: OrgTx, conversationIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('chat_turns as t')
    .innerJoin('chat_sessions as s', (join) => join.onRef('s.org_id', '=', 't.org_id').onRef('s.id', '=', 't.session_id'))
    .select('t.run_id')
    .where('s.conversation_id', 'in', conversationIds)
    .execute()
  return rows.map((row) => row.run_id)
}

/** Conversations without a contact, where the visitor claimed one of these addresses and did not prove it. */
export const claimedConversations = async (tx: OrgTx, addresses: readonly string[]): Promise<string[]> => {
  const rows = await tx
    .selectFrom('chat_sessions as s')
    .innerJoin('conversations as c', (join) => join.onRef('c.org_id', '=', 's.org_id').onRef('c.id', '=', 's.conversation_id'))
    .select('c.id')
    .where((eb) => eb('s.email', '=', eb.fn.any(eb.val([...addresses]))))
    .where('c.contact_id', 'is', null)
    .orderBy('c.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Summaries of others' conversations that name one of these people. */
export const summariesNaming: FindNames = async (tx, names, after, limit) => {
  const { rows } = await sql<{ id: string; is_named: boolean }>`
    select id, app.is_named(lower(summary), ${[...names]}::text[]) as is_named from app.chat_sessions
    ${after === null ? sql`` : sql`where id < ${after}::uuid`} order by id desc limit ${limit}`.execute(tx)
  return siftPage(rows, limit, () => Promise.resolve([]))
}

/** The agent is shown the newest messages as before, and no summary of older ones. */
export async function emptySummaries(tx: OrgTx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.updateTable('chat_sessions').set({ summary: '' }).where('id', 'in', ids).execute()
}

/** What is kept about a contact's conversations besides what was said. */
export const sessionsOfContact = async (tx: OrgTx, contactId: string): Promise<object[]> =>
  tx
    .selectFrom('chat_sessions as s')
    .innerJoin('conversations as c', (join) => join.onRef('c.org_id', '=', 's.org_id').onRef('c.id', '=', 's.conversation_id'))
    .select([
      's.id',
      's.language',
      's.email',
      's.email_proved_at as emailProvedAt',
      's.summary',
      's.created_at as createdAt',
      's.last_seen_at as lastSeenAt',
    ])
    .where('c.contact_id', '=', contactId)
    .orderBy('s.id')
    .execute()
