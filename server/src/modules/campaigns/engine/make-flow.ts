import type { EventDefinition } from '@imperium/contract/kit/event.ts'
import { campaignMessageEvents } from '@imperium/contract/events/campaigns.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { signal } from '../../../platform/events/live.ts'
import type { SignalMessage } from '../../../platform/events/live.ts'
import type { LeaseHandle } from '../../../platform/leases/lease-handle.ts'
import type { Platform } from '../../../platform/platform.ts'
import { ChunkFlow } from './chunk-flow.ts'
import type { FlowNeeds } from './chunk-flow.ts'
import type { MessageSlots } from './message-slots.ts'
import type { FaultWatch } from './faults.ts'
import { checkGuard } from './guard.ts'
import type { LeasedChunk } from './lease-chunk.ts'
import type { EngineParts, SendFacts } from './parts.ts'
import { codeNumber } from '../messages/short-code.ts'
import { insertCodes } from '../messages/short-link-store.ts'
import { forgiveFailures, lockSend } from './send-store.ts'
import { isLeftOut, skipRecipient } from './settle.ts'
import { limitTokenBucket, createTokenBucket } from './tokens.ts'
import { writeWindow } from './write-window.ts'
import type { Mark, Window, Written } from './write-window.ts'
import { campaignChanged } from '../campaign-changed.ts'

/** Signals and guard checks of a campaign happen at most this often. */
const lookEveryMs = 500

export interface Watch {
  /** The signals to send with a window. */
  signals: (facts: SendFacts) => SignalMessage[]
  afterWritten: (facts: SendFacts, written: Written) => Promise<void>
}

/** Sends progress signals with the transactions that cause them, and checks whether a campaign must stop automatically. */
export function createWatch(platform: Platform): Watch {
  const reportedAt = new Map<string, number>()
  const guardedAt = new Map<string, number>()
  const isTime = (times: Map<string, number>, id: string): boolean => {
    const now = performance.now()
    if (now - (times.get(id) ?? -Infinity) < lookEveryMs) return false
    // In the order of last use, so that old entries can be removed.
    times.delete(id)
    times.set(id, now)
    for (const [oldest, at] of times) {
      if (now - at < 60_000) break
      times.delete(oldest)
    }
    return true
  }
  return {
    signals: ({ orgId, campaignId }) => (isTime(reportedAt, campaignId) ? [campaignChanged({ orgId, campaignId })] : []),
    // A separate transaction, because it locks chunks of others.
    afterWritten: async (facts, { bounced, failed }) => {
      if ((bounced.length === 0 && failed === 0) || !isTime(guardedAt, facts.sendId)) return
      await platform.db
        .withOrg(facts.orgId, (tx) => checkGuard(platform, tx, facts))
        .catch((error: unknown) => platform.log.warn({ err: error, sendId: facts.sendId }, 'the automatic pause could not look'))
    },
  }
}

/** The flow of a chunk that this process has in hand. */
export function createFlow(
  platform: Platform,
  parts: EngineParts,
  { key, facts, outlet, allowance }: LeasedChunk,
  { slots, lease, watch, faults }: { slots: MessageSlots; lease: LeaseHandle; watch: Watch; faults: FaultWatch },
): ChunkFlow {
  const { db, config, clock, log } = platform
  const withTx = <T>(run: (tx: OrgTx) => Promise<T>) => db.withOrg(facts.orgId, run)
  const needs = {
    withTx,
    parts,
    facts,
    key,
    outlet,
    slots,
    faults,
    log,
    lease,
    tokenBucket: limitTokenBucket(createTokenBucket(withTx, facts, outlet.account), allowance.count),
    retryMs: config.campaignRetryMs,
    now: () => clock.now(),
    write: createWriter(platform, parts, { key, facts, outlet, leaseMs: config.campaignLeaseMs, watch }),
    afterWritten: (written: Written) => watch.afterWritten(facts, written),
  }
  return new ChunkFlow(needs)
}

/** One round trip per window; a multi-statement transaction only if more must be recorded or signalled with it. */
function createWriter(
  { db, events }: Platform,
  parts: EngineParts,
  { key, facts, outlet, leaseMs, watch }: Pick<LeasedChunk, 'key' | 'facts' | 'outlet'> & { leaseMs: number; watch: Watch },
): FlowNeeds['write'] {
  const { orgId, sendId, campaignId, campaignVersion, channel, name } = facts
  const hasListeners = (event: EventDefinition) => events.hasListeners(orgId, event, (ask) => db.withOrg(orgId, ask))
  return async (part) => {
    const namesDelivered = part.changes.some((each) => each.delivered) && (await hasListeners(campaignMessageEvents.delivered))
    const window = { ...part, orgId, key, campaignVersion, leaseMs, namesDelivered }
    const isCapped = outlet.isCapped && part.marks.length > 0
    const hasCodes = part.marks.some(({ code }) => code !== undefined)
    const skipsAny = part.changes.some(isLeftOut) || (isCapped && part.marks.some(({ copies }) => copies > 0))
    if (
      !isCapped &&
      !hasCodes &&
      !namesDelivered &&
      !skipsAny &&
      part.changes.every(({ status, optedOut }) => status !== 'bounced' && !optedOut)
    )
      return writeWindow(window, (statement) => db.runForOrg(orgId, statement, watch.signals(facts)))
    const announcesBounces = part.changes.some(({ status }) => status === 'bounced') && (await hasListeners(campaignMessageEvents.bounced))
    return db.withOrg(orgId, async (tx) => {
      if (skipsAny) await lockSend(tx, sendId)
      const written = await writeWindow(isCapped ? await withoutCapped(tx, parts, facts, window) : window, (statement) =>
        statement.execute(tx),
      )
      if (written.leftOut > 0) await forgiveFailures(tx, sendId, written.leftOut)
      if (hasCodes) written.clashing = await keepCodes(tx, facts, part.marks, written.marked)
      if (written.bounced.length > 0) await parts.noteBounces(tx, facts, written.bounced)
      const optedOut = part.changes.filter((each) => each.optedOut).map(({ contactId }) => contactId)
      if (optedOut.length > 0) await parts.noteOptOuts(tx, facts, optedOut)
      const about = (contactId: string) => ({ contactId, channel, campaignId, sendId, name })
      await events.emitAll(tx, campaignMessageEvents.delivered, written.delivered.map(about))
      const texts = new Map(part.changes.map(({ contactId, detail }) => [contactId, detail ?? '']))
      const bounced = announcesBounces ? written.bounced.map((id) => ({ ...about(id), detail: texts.get(id) ?? '' })) : []
      await events.emitAll(tx, campaignMessageEvents.bounced, bounced)
      for (const each of watch.signals(facts)) await signal(tx, each)
      return written
    })
  }
}

/** Stores the targets of short links before the messages leave. Returns the contacts with a code of another message. */
async function keepCodes(tx: OrgTx, facts: SendFacts, marks: readonly Mark[], marked: ReadonlySet<string>): Promise<Set<string>> {
  const coded = marks.flatMap(({ contactId, code }) =>
    code !== undefined && marked.has(contactId) ? [{ contactId, code: codeNumber(code) }] : [],
  )
  return coded.length > 0 ? insertCodes(tx, facts, coded) : new Set()
}

/**
 * Another send may have written to some of them since the check: they are left out; the lock stops other sends from writing to the rest.
 */
async function withoutCapped(tx: OrgTx, parts: EngineParts, facts: SendFacts, window: Window): Promise<Window> {
  const capped = await parts.heldByCap(
    tx,
    facts,
    window.marks.map(({ contactId }) => contactId),
  )
  if (capped.size === 0) return window
  const leftOut = window.marks.filter(({ contactId }) => capped.has(contactId)).map((mark) => skipRecipient(mark, 'cap'))
  return { ...window, changes: [...window.changes, ...leftOut], marks: window.marks.filter(({ contactId }) => !capped.has(contactId)) }
}
