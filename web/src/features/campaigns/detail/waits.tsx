import type { ListedSend } from '@imperium/contract/campaigns/campaign-reports.ts'
import { waitWords } from './wait-words.ts'
import classes from './campaign.module.css'

interface WaitsProps {
  sends: readonly Pick<ListedSend, 'waiting'>[]
  /** The campaign's own, which a send under way keeps to. */
  throttlePerMinute: number | null
}

/** Why a campaign that runs sends nothing to some, and when it goes on. */
export function Waits({ sends, throttlePerMinute }: WaitsProps) {
  const waits = sends.flatMap(({ waiting }) => waiting)
  if (waits.length === 0) return null
  return (
    <ul className={classes.waits}>
      {waits.map((wait) => (
        <li key={`${wait.reason}${wait.nextAt}`}>{waitWords(wait, throttlePerMinute)}</li>
      ))}
    </ul>
  )
}
