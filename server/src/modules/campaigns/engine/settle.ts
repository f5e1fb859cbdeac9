import type { SkipReason } from '@imperium/contract/contacts/reach.ts'
import type { DeliveryOutcome } from '../../../platform/delivery/transport.ts'
import { retryWaitMs } from '../../../platform/signed-http/retry-schedule.ts'

/** A message with an unknown outcome is sent this often; then a member must decide. */
export const mostCopies = 5
/** A message deferred for this long fails. */
const giveUpAfterMs = 72 * 3_600_000
/** Pause of an account when the provider asks to slow down without a time. */
const usualPauseMs = 2_000

/** The outcome for one recipient, written with the next transaction of its chunk. */
export interface Change {
  contactId: string
  /** Applied only if the recipient still has this status, so that a repeated transaction changes nothing. */
  was: 'queued' | 'sending'
  status: 'queued' | 'sent' | 'bounced' | 'failed' | 'skipped' | 'held'
  reason: string | null
  detail: string | null
  providerId: string | null
  /** When it is its turn again, from now. */
  delayMs: number | null
  tries: 0 | 1
  /** -1: cancels a repeat that was counted when it was deferred. */
  copies: -1 | 0 | 1
  delivered: boolean
  costMicros: number
  /** The provider reports an opt-out of the recipient. */
  optedOut: boolean
}

export const change = (contactId: string, of: Pick<Change, 'was' | 'status'> & Partial<Change>): Change => ({
  contactId,
  reason: null,
  detail: null,
  providerId: null,
  delayMs: null,
  tries: 0,
  copies: 0,
  delivered: false,
  costMicros: 0,
  optedOut: false,
  ...of,
})

export interface Tried {
  contactId: string
  attempts: number
  copies: number
  /** When it was first deferred. */
  triedAt: Date | null
}

export interface SettleRules {
  unknownPolicy: 'repeat' | 'hold'
  acceptanceDelivers: boolean
  /** Waits before each repeat; the last again and again. */
  retryMs: readonly number[]
  now: Date
  /** The fault in the outcome is known to affect all messages. */
  isCommonFault: boolean
}

const cut = (text: string): string => text.slice(0, 500)

/** Prefix of the reason why a possibly sent message is not repeated. The web app reads it too (web/src/lib/labels/reason-labels.ts). */
const notAgain = 'Not sent again: '
export const whyNotAgain = (detail: string | null): string | null => (detail?.startsWith(notAgain) ? detail.slice(notAgain.length) : null)

/**
 * A recipient that may not be reached. If a copy may have been sent, the outcome ends as unknown,
 * and the cancelled repeat is no longer counted.
 */
export const skipRecipient = (
  { contactId, copies }: Pick<Tried, 'contactId' | 'copies'>,
  reason: SkipReason,
  detail: string | null = null,
): Change =>
  copies > 0
    ? change(contactId, { was: 'queued', status: 'failed', reason: 'outcome_unknown', detail: notAgain + reason, copies: -1 })
    : change(contactId, { was: 'queued', status: 'skipped', reason, detail: detail === null ? null : cut(detail) })

/** Whether it counts as failed although no server rejected it. */
export const isLeftOut = ({ was, status }: Pick<Change, 'was' | 'status'>): boolean => was === 'queued' && status === 'failed'

/** Turns an outcome into the recipient's change and the account's: pause for a while, or none. */
export function settle(
  tried: Tried,
  outcome: DeliveryOutcome,
  rules: SettleRules,
): { change: Change; pauseMs?: number; unreachable?: string } {
  const { contactId, attempts } = tried
  const was = 'sending' as const
  switch (outcome.kind) {
    case 'accepted': {
      const { providerId, costMicros = 0 } = outcome
      const delivered = outcome.delivered || rules.acceptanceDelivers
      return { change: change(contactId, { was, status: 'sent', providerId, delivered, costMicros }) }
    }
    case 'refused':
      return { change: refuse(contactId, outcome, rules) }
    case 'put-off':
      return putOff(tried, outcome, rules)
    case 'unreachable':
      // Nothing was handed over: no attempt is counted.
      return { change: change(contactId, { was, status: 'queued' }), unreachable: outcome.response }
    case 'unknown': {
      const detail = cut(outcome.response)
      if (rules.unknownPolicy === 'hold' || tried.copies >= mostCopies)
        return { change: change(contactId, { was, status: 'held', reason: 'outcome_unknown', detail }) }
      const delayMs = retryWaitMs(rules.retryMs, attempts + 1)
      return { change: change(contactId, { was, status: 'queued', reason: 'outcome_unknown', detail, delayMs, tries: 1, copies: 1 }) }
    }
  }
}

function refuse(contactId: string, outcome: Extract<DeliveryOutcome, { kind: 'refused' }>, rules: SettleRules): Change {
  const was = 'sending' as const
  const { reason, fault, optedOut = false } = outcome
  const detail = cut(outcome.response)
  if (optedOut) return change(contactId, { was, status: 'failed', reason: 'opted_out', detail, optedOut })
  if (rules.isCommonFault) return change(contactId, { was, status: 'queued', reason: 'refused_to_all', detail })
  // Not caused by this recipient: queued again; a few in a row show a common fault.
  if (fault && fault !== 'perhaps')
    return change(contactId, { was, status: 'queued', reason: 'refused_to_all', detail, delayMs: retryWaitMs(rules.retryMs, 1) })
  return change(contactId, { was, status: reason === 'bounced' ? 'bounced' : 'failed', reason, detail })
}

function putOff(
  { contactId, attempts, triedAt }: Tried,
  outcome: Extract<DeliveryOutcome, { kind: 'put-off' }>,
  { retryMs, now }: SettleRules,
): ReturnType<typeof settle> {
  const was = 'sending' as const
  const detail = cut(outcome.response)
  if (outcome.throttled) {
    const pauseMs = outcome.retryAfterMs ?? usualPauseMs
    return { change: change(contactId, { was, status: 'queued', reason: 'throttled', detail, delayMs: pauseMs }), pauseMs }
  }
  if (triedAt && now.getTime() - triedAt.getTime() >= giveUpAfterMs)
    return { change: change(contactId, { was, status: 'failed', reason: 'put_off_too_long', detail, tries: 1 }) }
  const delayMs = retryWaitMs(retryMs, attempts + 1, outcome)
  return { change: change(contactId, { was, status: 'queued', reason: 'put_off', detail, delayMs, tries: 1 }) }
}
