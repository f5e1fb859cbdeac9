import type { SkipReason } from '@imperium/contract/contacts/reach.ts'
import type { OutgoingMessage } from '../../../platform/delivery/transport.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { survivorsOf } from '../../contacts/index.ts'
import { checkNumbers, gotAsOthers } from '../shared-numbers.ts'
import { listDue } from './chunk-store.ts'
import type { ChunkKey, DueRow } from './chunk-store.ts'
import type { Addressee, EngineParts, Outlet, SendFacts, Shortened } from './parts.ts'
import { change, skipRecipient } from './settle.ts'
import type { Change, Tried } from './settle.ts'
import { isOfRemainder, startsWithTest } from './start-send.ts'

/** After this time the outcome of the message to another contact with the same number is mostly known. */
const promisedMs = 1_000

/** A recipient that may be reached, as of the check. */
export interface Candidate extends Tried {
  /** Start of the check, by the monotonic clock. */
  checkedAt: number
  addressee: Addressee
}

/** A message that may go out. */
export interface Ready extends Candidate {
  message: OutgoingMessage
  shortened?: Shortened | undefined
}

export interface Batch {
  candidates: Candidate[]
  /** Recipients that may not be reached, or not now. */
  changes: Change[]
  /** Last checked contact; null if no due recipient is left. */
  last: string | null
}

export interface Page {
  /** The contact id to continue after. */
  after: string
  limit: number
  now: Date
}

/** Checks the next recipients: their current data and whether they may be reached now. A fixed number of statements. */
export async function prepareBatch(
  tx: OrgTx,
  parts: EngineParts,
  facts: SendFacts,
  key: ChunkKey,
  { after, limit, now }: Page,
): Promise<Batch> {
  const checkedAt = performance.now()
  const rows = await listDue(tx, key, after, limit, facts.definition.agent !== null)
  if (rows.length === 0) return { candidates: [], changes: [], last: null }
  const loaded = await parts.loadRecipients(
    tx,
    rows.map((row) => row.contact_id),
  )
  const contacts = await parts.withSegments(tx, facts, loaded)
  const reach = await parts.checkReach(tx, facts, [...contacts.values()])
  const isWindowClosed = await parts.checkWindows(tx, facts, [...contacts.values()])
  const numberOf = await checkNumbers(tx, facts, [...contacts.values()])
  const became = await survivorsOf(tx, missingOf(rows, contacts))
  const hadIt = await gotAsOthers(tx, facts.sendId, [...contacts.keys()])
  const candidates: Candidate[] = []
  const changes: Change[] = []
  for (const row of rows) {
    const contact = contacts.get(row.contact_id)
    const verdict = reach.get(row.contact_id)
    const skip = (reason: SkipReason) => changes.push(skipRecipient({ contactId: row.contact_id, copies: row.copies }, reason))
    if (!contact || !verdict) skip(became.has(row.contact_id) ? 'merged' : 'erased')
    else if (verdict.verdict === 'skip') skip(verdict.reason)
    else if (verdict.verdict === 'later') {
      const delayMs = Math.max(1_000, verdict.until.getTime() - now.getTime())
      changes.push(change(row.contact_id, { was: 'queued', status: 'queued', reason: verdict.reason, delayMs }))
    } else if (isWindowClosed(contact, variantOf(row, facts, key), now)) skip('window_closed')
    else if (row.draft_status === 'rejected') skip('agent_rejected')
    else if (facts.definition.agent && !isWritten(row)) skip('agent_failed')
    else {
      const number = hadIt.has(row.contact_id) ? 'sent' : numberOf(contact)
      if (number === 'sent') skip('duplicate_address')
      // The other contact with the number may lack a required field: then this one gets the message.
      else if (number === 'promised') changes.push(change(row.contact_id, { was: 'queued', status: 'queued', delayMs: promisedMs }))
      else candidates.push({ ...toCandidate(row, facts, key, contact), checkedAt })
    }
  }
  return { candidates, changes, last: rows.length < limit ? null : (rows.at(-1)?.contact_id ?? null) }
}

/** Of the marked messages, those that their recipients may still get: others opted out or were deleted since the check. */
export async function stillReachable(tx: OrgTx, parts: EngineParts, facts: SendFacts, marked: readonly Ready[]): Promise<Ready[]> {
  const contacts = await parts.loadRecipients(
    tx,
    marked.map(({ contactId }) => contactId),
  )
  const reach = await parts.checkReach(tx, facts, [...contacts.values()])
  return marked.filter(({ contactId }) => reach.get(contactId)?.verdict === 'ok')
}

const missingOf = (rows: readonly DueRow[], there: ReadonlyMap<string, unknown>): string[] =>
  rows.flatMap(({ contact_id: id }) => (there.has(id) ? [] : [id]))

const isWritten = ({ draft_status: status }: DueRow): boolean => status === 'written' || status === 'approved'

/** Those outside the test, in the chunks of odd number, get what won it. */
const variantOf = (row: DueRow, { definition, winner }: SendFacts, { chunk }: ChunkKey): number =>
  startsWithTest(definition.ab) && isOfRemainder(chunk) ? (winner ?? 0) : row.variant

function toCandidate(row: DueRow, facts: SendFacts, key: ChunkKey, contact: Addressee['contact']): Omit<Candidate, 'checkedAt'> {
  const draft =
    row.draft_status === null ? null : { status: row.draft_status, subject: row.draft_subject ?? '', body: row.draft_body ?? '' }
  return {
    contactId: row.contact_id,
    attempts: row.attempts,
    copies: row.copies,
    triedAt: row.tried_at,
    addressee: { contact, variant: variantOf(row, facts, key), draft },
  }
}

/** Renders the message; if that fails, returns the reason why the recipient is skipped. */
export async function composeMessage(outlet: Outlet, candidate: Candidate): Promise<Ready | Change> {
  const composed = await outlet.compose(candidate.addressee)
  if ('message' in composed) return { ...candidate, message: composed.message, shortened: composed.shortened }
  return skipRecipient(candidate, composed.skip, composed.detail)
}
