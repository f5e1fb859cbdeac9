import type { ListedSend } from '@imperium/contract/campaigns/campaign-reports.ts'
import { waitText } from './wait-labels.ts'
import classes from './campaign.module.css'

interface WaitsProps {
  sends: readonly Pick<ListedSend, 'waiting'>[]
  /** The throttle of the campaign, which a running send keeps. */
  throttlePerMinute: number | null
}

/** Why a running campaign does not send to some recipients, and when it continues. */
export function Waits({ sends, throttlePerMinute }: WaitsProps) {
  const waits = sends.flatMap(({ waiting }) => waiting)
  if (waits.length === 0) return null
  return (
    <ul className={classes.waits}>
      {waits.map((wait) => (
        <li key={`${wait.reason}${wait.nextAt}`}>{waitText(wait, throttlePerMinute)}</li>
      ))}
    </ul>
  )
}
