import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { sql } from 'kysely'
import type { Database, OrgTx } from '../db/database.ts'
import { createMicroBatch } from './micro-batch.ts'
import type { SandboxReaction } from './sandbox-rules.ts'

/** A message as the sandbox stores it. Email has a Message-ID, sender, subject and perhaps HTML; the others only a body. */
export interface SandboxMessage {
  identity: string
  channel: Channel
  recipient: string
  text: string
  mail?: { messageId: string; from: string; subject: string; html: string | null }
  /** Of an SMS by an account that is registered in India. */
  dlt?: { entityId: string; templateId: string }
  reaction: SandboxReaction | null
}

/** A complaint, a late bounce or a reply of a recipient of the sandbox, as a provider would report it. */
export interface SandboxEvent extends SandboxReaction {
  channel: Channel
  /** Identity of the message that it answers. */
  identity: string
  messageId: string | null
  recipient: string
  /** Subject of the email that it answers; empty on other channels. */
  subject: string
  /** Stable for the same message, so that a repeated report is recognised. */
  externalId: string
}

export interface SandboxStore {
  /** Keeps a message. The same identity again is the same message: its copies are counted. */
  save(message: SandboxMessage): Promise<void>
}

export interface SandboxStoreOptions {
  db: Database
  orgId: string
  /** Called inside the transaction that keeps the message, once per message that is kept for the first time. */
  onSandboxEvent?: ((tx: OrgTx, event: SandboxEvent) => Promise<void>) | undefined
  /** How long a message waits for others of the same transaction. Default 10 ms. */
  gatherMs?: number | undefined
}

interface Kept {
  message: SandboxMessage
  copies: number
}

/** What each message is known by in its table. */
const keyOf = ({ channel, identity, mail }: SandboxMessage): string => mail?.messageId ?? `${channel} ${identity}`

async function saveMails(tx: OrgTx, kept: readonly Kept[]): Promise<string[]> {
  const rows = kept.flatMap(({ message: { mail, recipient, text }, copies }) =>
    mail
      ? [
          {
            org_id: tx.orgId,
            message_id: mail.messageId,
            sender: mail.from,
            recipient,
            subject: mail.subject,
            body_text: text,
            body_html: mail.html,
            copies,
          },
        ]
      : [],
  )
  if (rows.length === 0) return []
  const saved = await tx
    .insertInto('sandbox_mail')
    .values(rows)
    .onConflict((on) => on.columns(['org_id', 'message_id']).doUpdateSet({ copies: sql`sandbox_mail.copies + excluded.copies` }))
    // A row that this statement inserted has no earlier version.
    .returning(['message_id', sql<boolean>`(xmax = 0)`.as('is_new')])
    .execute()
  return saved.filter((row) => row.is_new).map((row) => row.message_id)
}

async function saveMessages(tx: OrgTx, kept: readonly Kept[]): Promise<string[]> {
  const rows = kept
    .filter(({ message }) => !message.mail)
    .map(({ message: { identity, channel, recipient, text, dlt }, copies }) => ({
      org_id: tx.orgId,
      identity,
      channel,
      recipient,
      body: text,
      dlt_entity_id: dlt?.entityId ?? '',
      dlt_template_id: dlt?.templateId ?? '',
      copies,
    }))
  if (rows.length === 0) return []
  const saved = await tx
    .insertInto('sandbox_messages')
    .values(rows)
    .onConflict((on) =>
      on.columns(['org_id', 'channel', 'identity']).doUpdateSet({ copies: sql`sandbox_messages.copies + excluded.copies` }),
    )
    .returning(['identity', 'channel', sql<boolean>`(xmax = 0)`.as('is_new')])
    .execute()
  return saved.filter((row) => row.is_new).map((row) => `${row.channel} ${row.identity}`)
}

/** The sandbox's store of one organization: concurrent messages share one transaction. */
export const createSandboxStore = ({ db, orgId, onSandboxEvent, gatherMs = 10 }: SandboxStoreOptions): SandboxStore => {
  const saveAll = async (messages: readonly SandboxMessage[]): Promise<void> => {
    const byKey = new Map<string, Kept>()
    for (const message of messages) byKey.set(keyOf(message), { message, copies: (byKey.get(keyOf(message))?.copies ?? 0) + 1 })
    // Always in one order, so that two batches with the same messages cannot deadlock.
    const kept = [...byKey].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each)
    await db.withOrg(orgId, async (tx) => {
      const fresh = new Set([...(await saveMails(tx, kept)), ...(await saveMessages(tx, kept))])
      for (const { message } of kept) {
        const { reaction, channel, identity, recipient, mail } = message
        if (!reaction || !onSandboxEvent || !fresh.has(keyOf(message))) continue
        const externalId = `sandbox:${reaction.kind}:${identity}`
        const of = { channel, identity, recipient, messageId: mail?.messageId ?? null, subject: mail?.subject ?? '' }
        await onSandboxEvent(tx, { ...reaction, ...of, externalId })
      }
    })
  }
  const batch = createMicroBatch(saveAll, { gatherMs, maxItems: 500 })
  return { save: (message) => batch.add(message) }
}
