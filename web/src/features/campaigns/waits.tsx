import type { ListedSend, SendWait } from '@imperium/contract/campaign-reports.ts'
import { formatMoment, formatNumber } from '../../lib/format.ts'
import { reasonWords } from '../../lib/reason-words.ts'
import { plural, t } from '../../lib/words.ts'
import classes from './campaign.module.css'

/** Why a campaign that runs sends nothing to some, and when it goes on. */
export function Waits({ sends }: { sends: readonly Pick<ListedSend, 'waiting'>[] }) {
  const waits = sends.flatMap(({ waiting }) => waiting)
  if (waits.length === 0) return null
  return (
    <ul className={classes.waits}>
      {waits.map((wait) => (
        <li key={`${wait.reason}${wait.nextAt}`}>{waitWords(wait)}</li>
      ))}
    </ul>
  )
}

/** The next of them: the others may be due later. */
function waitWords({ reason, count, more, nextAt }: SendWait): string {
  const moment = formatMoment(nextAt)
  const why = reason === null ? t('The sending account rests, or its rate is reached') : reasonWords(reason)
  if (more) return t('More than {count} messages wait, the next until {moment}: {why}', { count: formatNumber(count), moment, why })
  return plural(
    count,
    { one: '{count} message waits until {moment}: {why}', other: '{count} messages wait, the next until {moment}: {why}' },
    { moment, why },
  )
}
