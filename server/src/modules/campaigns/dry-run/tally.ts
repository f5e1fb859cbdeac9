import type { SkipReason } from '@imperium/contract/contacts/reach.ts'
import { skipReasons } from '@imperium/contract/contacts/reach.ts'
import { smsParts } from '@imperium/contract/channels/sms-parts.ts'
import type { Rendering } from '../messages/render-message.ts'
import { plainOf } from '../reports/list-messages.ts'

/** The stored dry run: contacts by id only, so that it names no contact that is erased later. */
export interface StoredResult {
  startsAt: string
  audience: number
  examined: number
  now: number
  later: { reason: 'quiet_hours' | 'window'; count: number; earliest: string; latest: string }[]
  skipped: { reason: SkipReason; count: number; contactIds: string[] }[]
  errors: { part: string; message: string; field: string | null; count: number; contactIds: string[] }[]
  variants: { variant: number; count: number }[]
  /** Wait for the variant that wins; older results have none of it. */
  rest?: number
  samples: { contactId: string; at: string; variant: number }[]
  smsParts: number
  messages: number
  /** Older results have none of it. */
  channelMicros?: number | null
  pace?: { perMinute: number | null; lastAt: string | null }
}

const examplesMax = 5
const samplesMax = 10
const errorsMax = 50

/** Counts the outcome of each contact. */
export function createTally(startsAt: Date) {
  let examined = 0
  let now = 0
  let parts = 0
  let rest = 0
  const later = new Map<'quiet_hours' | 'window', { count: number; earliest: number; latest: number }>()
  const skipped = new Map<SkipReason, { count: number; contactIds: string[] }>()
  const errors = new Map<string, StoredResult['errors'][number]>()
  const variants = new Map<number, number>()
  const samples: StoredResult['samples'] = []

  const skip = (reason: SkipReason, contactId: string) => {
    const entry = skipped.get(reason) ?? { count: 0, contactIds: [] }
    entry.count += 1
    if (entry.contactIds.length < examplesMax) entry.contactIds.push(contactId)
    skipped.set(reason, entry)
  }
  return {
    /** A contact that may not be reached. */
    skip: (reason: SkipReason, contactId: string) => {
      examined += 1
      skip(reason, contactId)
    },
    /** A contact that may be reached, now or later, and its message; without a variant it gets the winner of the test. */
    message: (
      contactId: string,
      variant: number | null,
      rendering: Rendering,
      wait: { reason: 'quiet_hours' | 'window'; until: Date } | null,
    ) => {
      examined += 1
      if (!rendering.ok) {
        const { kind, part, message, field } = rendering.problem
        skip(kind, contactId)
        const key = `${part}\n${message}`
        const entry = errors.get(key) ?? { part, message, field, count: 0, contactIds: [] }
        entry.count += 1
        if (entry.contactIds.length < examplesMax) entry.contactIds.push(contactId)
        if (errors.size < errorsMax || errors.has(key)) errors.set(key, entry)
        return
      }
      if (rendering.message.channel === 'sms') parts += smsParts(plainOf(rendering.message).text).parts
      // Until the test is decided neither the send time nor the variant is known.
      if (variant === null) return void (rest += 1)
      variants.set(variant, (variants.get(variant) ?? 0) + 1)
      const at = wait?.until.getTime() ?? startsAt.getTime()
      if (wait) {
        const entry = later.get(wait.reason) ?? { count: 0, earliest: at, latest: at }
        later.set(wait.reason, { count: entry.count + 1, earliest: Math.min(entry.earliest, at), latest: Math.max(entry.latest, at) })
      } else now += 1
      if (samples.length < samplesMax) samples.push({ contactId, at: new Date(at).toISOString(), variant })
    },
    examined: () => examined,
    result: (audience: number): StoredResult => ({
      startsAt: startsAt.toISOString(),
      audience,
      examined,
      now,
      samples,
      smsParts: parts,
      rest,
      messages: [...variants.values()].reduce((sum, count) => sum + count, rest),
      later: [...later].map(([reason, { count, earliest, latest }]) => ({
        reason,
        count,
        earliest: new Date(earliest).toISOString(),
        latest: new Date(latest).toISOString(),
      })),
      skipped: skipReasons.flatMap((reason) => {
        const entry = skipped.get(reason)
        return entry ? [{ reason, ...entry }] : []
      }),
      errors: [...errors.values()].sort((a, b) => b.count - a.count),
      variants: [...variants].sort(([a], [b]) => a - b).map(([variant, count]) => ({ variant, count })),
    }),
  }
}

export type Tally = ReturnType<typeof createTally>
