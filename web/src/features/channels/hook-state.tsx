import type { HookState as State } from '@imperium/contract/channels/delivery-reports.ts'
import { plural, t } from '../../lib/words.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { refusalLabels } from './report-labels.ts'
import classes from './channels.module.css'

/** Shows whether reports arrive: the last accepted one, and the last rejected one with the reason. */
export function HookState({ state }: { state: State }) {
  const { receivedAt, received, unmatched, refusedAt, refused, refusal } = state
  const isRefusing = refusedAt !== null && (receivedAt === null || refusedAt > receivedAt)
  return (
    <div role="status" aria-label={t('State of the reports')} className={classes.answer}>
      {receivedAt === null ? (
        <StatusDot tone="idle" label={t('No report received yet')} />
      ) : (
        <>
          <div className={classes.line}>
            <StatusDot tone="ok" label={t('Last report')} />
            <span className={classes.detail}>
              <RelativeTime at={receivedAt} />
            </span>
          </div>
          <p className={classes.detail}>
            {plural(received, { one: '{count} report taken.', other: '{count} reports taken.' })}{' '}
            {unmatched > 0 && t('Reports without a matching message: {count}.', { count: unmatched })}
          </p>
        </>
      )}
      {refusedAt !== null && (
        <>
          <div className={classes.line}>
            <StatusDot
              tone={isRefusing ? 'bad' : 'idle'}
              label={plural(refused, { one: '{count} call refused', other: '{count} calls refused, the last one' })}
            />
            <span className={classes.detail}>
              <RelativeTime at={refusedAt} />
            </span>
          </div>
          {refusal !== null && <p className={isRefusing ? classes.fault : classes.detail}>{refusalLabels[refusal]}</p>}
        </>
      )}
    </div>
  )
}
