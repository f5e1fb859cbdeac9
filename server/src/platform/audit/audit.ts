import { runLast } from '../db/database.ts'
import type { AuthTx, OrgTx, SystemTx } from '../db/database.ts'
import { zeroId } from '../ids.ts'
import { storableText } from '../text/storable.ts'

export interface AuditActor {
  kind: 'user' | 'api_key' | 'agent' | 'system' | 'operator' | 'anonymous'
  id: string | null
  name: string
}

export interface AuditEntry {
  actor: AuditActor
  action: string
  target?: { kind: string; id?: string | undefined; name?: string | undefined }
  outcome?: 'success' | 'refused' | 'failed'
  ipAddress?: string
  /** The User-Agent header, as it was sent. */
  userAgent?: string
  requestId?: string
  before?: unknown
  after?: unknown
}

// `maxTokens` and similar count tokens of text: they are numbers and belong in the record.
const secretKey = /password|secret|token(?!s(?:Limit)?$)|api_?key|authorization|cookie|sealed|hash/i
const longText = 2_000

/** A copy fit for the record: secrets replaced, long texts cut, depth bounded (SEC-36). */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return storableText(value.length > longText ? `${value.slice(0, longText)}…` : value)
  if (value === null || typeof value !== 'object') return value
  if (value instanceof Date) return value.toISOString()
  if (depth > 6) return '…'
  if (Array.isArray(value)) return value.slice(0, 200).map((item) => redact(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, secretKey.test(key) && item ? '[redacted]' : redact(item, depth + 1)]),
  )
}

type Tx = OrgTx | AuthTx | SystemTx

/**
 * Appends one row to the organization's chain; sequence and hashes are the database's (see app.audit_chain). Call it last in a
 * transaction: it takes the lock of the chain's head. Without an organization the row joins the platform's own chain.
 */
export async function recordAudit(tx: Tx, orgId: string | null, entry: AuditEntry): Promise<void> {
  await insertion(tx, orgId, entry).execute()
}

/** The same with the commit of the transaction: writers of one organization then wait for each other's commit only. */
export function recordAuditAtCommit(tx: Tx, orgId: string | null, entry: AuditEntry): void {
  runLast(tx, insertion(tx, orgId, entry))
}

function insertion(tx: Tx, orgId: string | null, entry: AuditEntry) {
  const unset = Buffer.alloc(0)
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(redact(value)))
  return tx.insertInto('audit_log').values({
    org_id: orgId ?? zeroId,
    seq: 0,
    prev_hash: unset,
    hash: unset,
    actor_kind: entry.actor.kind,
    actor_id: entry.actor.id,
    actor_name: storableText(entry.actor.name),
    action: entry.action,
    target_kind: entry.target?.kind ?? null,
    target_id: entry.target?.id ?? null,
    target_name: entry.target?.name === undefined ? null : storableText(entry.target.name),
    outcome: entry.outcome ?? 'success',
    ip_address: entry.ipAddress ?? null,
    user_agent: entry.userAgent?.slice(0, 400) ?? null,
    request_id: entry.requestId ?? null,
    before: json(entry.before),
    after: json(entry.after),
  })
}
