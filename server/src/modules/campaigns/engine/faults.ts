import { LRUCache } from 'lru-cache'
import { message } from '@imperium/contract/kit/message.ts'
import type { Message, Text } from '@imperium/contract/kit/message.ts'
import type { DeliveryOutcome, Fault } from '../../../platform/delivery/transport.ts'

/** This many failures in a row, with no message accepted between, are a fault of all messages. */
const enough: Record<Fault, number> = { account: 1, sender: 1, template: 1, address: 3, perhaps: 5 }

/** Why a send cannot continue until a member fixes something. */
export interface CommonFault {
  /** Shown to members. */
  words: Text
  /** Recipients that were failed before the fault was known; it is not caused by them. */
  refused: readonly string[]
}

export interface FaultWatch {
  /** Adds an outcome. Returns the fault once it is certain, and for each further one, until a message is accepted. */
  note(contactId: string, outcome: DeliveryOutcome): CommonFault | null
}

const faultOf = (outcome: DeliveryOutcome): Fault | null =>
  outcome.kind === 'refused' || outcome.kind === 'unreachable' ? (outcome.fault ?? null) : null

function textOf(fault: Fault, count: number, response: string): Message {
  const reason = response.slice(0, 300).toWellFormed()
  switch (fault) {
    case 'perhaps':
      return message('The last {count} messages were all refused: {reason}', { count, reason })
    case 'account':
      return message('The provider refuses the account: {reason}', { reason })
    case 'sender':
      return message('The provider refuses the sender: {reason}', { reason })
    case 'template':
      return message('The provider refuses the template: {reason}', { reason })
    case 'address':
      return message('The URL that the account calls refuses it: {reason}', { reason })
  }
}

/** A certain fault stays valid this long without another: other chunks have messages in flight when it is found. */
const faultMs = 60_000
const mostSends = 1_000

interface Row {
  count: number
  refused: string[]
  /** When it was last certain. */
  certainAt: number | null
}

/**
 * Faults in a row by send, for all chunks of it in this process. A recipient refused in a possible common fault is retried once after the
 * resume. If refused again it fails and no longer counts, or the send would stop forever; when others pause the send it waits too.
 */
export function createFaults(now: () => number = () => performance.now()): { of(sendId: string): FaultWatch } {
  const rows = new LRUCache<string, Row>({ max: mostSends })
  const triedAgain = new LRUCache<string, Set<string>>({ max: mostSends })
  const againOf = (sendId: string): Set<string> => {
    const again = triedAgain.get(sendId) ?? new Set()
    triedAgain.set(sendId, again)
    return again
  }
  const rowOf = (sendId: string): Row => {
    const row = rows.get(sendId)
    const isOver = row?.certainAt != null && now() - row.certainAt > faultMs
    return row && !isOver ? row : { count: 0, refused: [], certainAt: null }
  }
  return {
    of: (sendId) => ({
      note: (contactId, outcome) => {
        if (outcome.kind === 'accepted') rows.delete(sendId)
        const fault = faultOf(outcome)
        if (!fault || !('response' in outcome)) return null
        const row = rowOf(sendId)
        rows.set(sendId, row)
        const again = againOf(sendId)
        if (fault === 'perhaps' && again.has(contactId)) {
          row.refused.push(contactId)
          return null
        }
        row.count += 1
        const isCertain = row.certainAt !== null || row.count >= enough[fault]
        if (isCertain) row.certainAt = now()
        else if (fault === 'perhaps') row.refused.push(contactId)
        if (isCertain && fault === 'perhaps') for (const id of [...row.refused, contactId]) again.add(id)
        return isCertain ? { words: textOf(fault, row.count, outcome.response), refused: row.refused } : null
      },
    }),
  }
}
