import type { CampaignDefinition } from '@imperium/contract/campaigns/campaigns.ts'
import type { ChannelAccount } from '../../channels/index.ts'
import { knownZone, nextClosing, nextMoment } from '../../consents/index.ts'
import type { CampaignRow } from '../store.ts'
import type { StoredResult } from './tally.ts'

type Account = Pick<ChannelAccount, 'ratePerSecond' | 'priceMicros'>

/** Messages per minute: the lower limit of campaign and account; null without limits. */
export function perMinuteOf({ throttlePerMinute }: CampaignDefinition, account: Account | null): number | null {
  const rates = [throttlePerMinute, account?.ratePerSecond ? account.ratePerSecond * 60 : null].filter((rate) => rate !== null)
  return rates.length > 0 ? Math.min(...rates) : null
}

/** The channel's price for the checked messages; null without a price. */
export function costOf(
  { messages, smsParts }: StoredResult,
  { channel }: Pick<CampaignRow, 'channel'>,
  account: Account | null,
): number | null {
  if (!account || account.priceMicros === null) return null
  return Math.round((channel === 'sms' ? smsParts : messages) * account.priceMicros)
}

interface Pace {
  perMinute: number | null
  timeZone: string
  window: CampaignDefinition['window']
  ab?: CampaignDefinition['ab']
}

const minuteMs = 60_000
/** Openings of a window that are followed: more than a year of days. */
const openingsMax = 400

/** When the last message of the whole audience is sent at the rate; null without a rate, or if the window allows no end. */
export function lastAt(result: StoredResult, { perMinute, timeZone, window, ab = null }: Pace): Date | null {
  const { examined, audience, messages, rest = 0, later, startsAt } = result
  if (perMinute === null || examined === 0) return null
  const msEach = (audience / examined) * (minuteMs / perMinute)
  const zone = knownZone(timeZone)
  const tested = workUntil(new Date(startsAt), (messages - rest) * msEach, zone, window)
  // A manual decision may come immediately.
  const waitMs = ab && ab.winnerBy !== 'manual' ? ab.waitHours * 60 * minuteMs : 0
  const ends = [
    tested,
    ...(rest > 0 && tested ? [workUntil(new Date(tested.getTime() + waitMs), rest * msEach, zone, window)] : []),
    ...later.map(({ earliest, count }) => workUntil(new Date(earliest), count * msEach, zone, window)),
  ]
  if (ends.some((end) => end === null)) return null
  return new Date(Math.max(...[...ends, ...later.map(({ latest }) => new Date(latest))].map((end) => end?.getTime() ?? 0)))
}

/** Adds the working time to a moment, counting only while the window is open. */
function workUntil(from: Date, workMs: number, zone: string, window: Pace['window']): Date | null {
  if (!window) return new Date(from.getTime() + workMs)
  let at = from
  let left = workMs
  for (let opening = 0; opening < openingsMax; opening++) {
    const moment = nextMoment(at, zone, { quiet: null, window })
    if (moment.kind === 'never') return null
    if (moment.kind === 'later') at = moment.until
    const closing = nextClosing(at, zone, window)
    const openMs = closing === null ? Infinity : closing.getTime() - at.getTime()
    if (left <= openMs) return new Date(at.getTime() + left)
    left -= openMs
    at = closing ?? at
  }
  return null
}
