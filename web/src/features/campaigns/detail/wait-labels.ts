import type { SendWait } from '@imperium/contract/campaigns/campaign-reports.ts'
import { formatMoment, formatNumber } from '../../../lib/format.ts'
import { reasonText } from '../../../lib/labels/reason-labels.ts'
import { plural, t } from '../../../lib/words.ts'

/** The server does not store which limit applies, so both are named if there are two. */
function paceText(throttlePerMinute: number | null): string {
  if (throttlePerMinute === null) return t('The sending account is paused, or its rate limit is reached')
  const count = formatNumber(throttlePerMinute)
  return t('The throttle of this campaign ({count} a minute) or the rate limit of its account is reached, or the account is paused', {
    count,
  })
}

/** The next of them: the others may be due later. */
export function waitText({ reason, count, more, nextAt }: SendWait, throttlePerMinute: number | null): string {
  const moment = formatMoment(nextAt)
  const why = reason === null ? paceText(throttlePerMinute) : reasonText(reason)
  if (more) return t('More than {count} messages wait, the next until {moment}: {why}', { count: formatNumber(count), moment, why })
  return plural(
    count,
    { one: '{count} message waits until {moment}: {why}', other: '{count} messages wait, the next until {moment}: {why}' },
    { moment, why },
  )
}
