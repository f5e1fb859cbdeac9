import { nextOccurrences } from '@imperium/contract/campaigns/campaign-occurrences.ts'
import type { Schedule } from '@imperium/contract/campaigns/campaigns.ts'
import { wallAt } from '@imperium/contract/kit/wall-clock.ts'
import { useState } from 'react'
import { currentPreferences } from '../../../lib/preferences.ts'
import { currentLanguage, t } from '../../../lib/words.ts'
import styles from '../../../ui/styles.module.css'
import classes from './editor.module.css'

const most = 4
const complete = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

/** `Sun, Mar 28, 2027, 3:00 AM GMT+2`: with the UTC offset of the zone, so that clock changes are visible. */
function momentIn(timeZone: string): (at: Date) => string {
  const language = currentLanguage()
  const { timeFormat } = currentPreferences()
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-US' : language, {
    ...({ timeZone, weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' } as const),
    ...({ hour: 'numeric', minute: '2-digit', timeZoneName: 'shortOffset' } as const),
    ...(timeFormat === null ? {} : timeFormat === '12h' ? { hour12: true } : { hourCycle: 'h23' }),
  })
  return (at) => format.format(at)
}

/** The next send times, computed as on the server; marks a time that a clock change skips. */
export function Occurrences({ schedule }: { schedule: Exclude<Schedule, { type: 'now' }> }) {
  const [now] = useState(() => new Date())
  const { startAt, timeZone } = schedule
  if (!complete.test(startAt)) return null
  const next = nextOccurrences(schedule, now, most)
  if (next.length === 0) return <p className={styles.error}>{t('That time is in the past. Choose a later one.')}</p>
  const texts = momentIn(timeZone)
  const clock = startAt.slice(11)
  const clockAt = (at: Date) => new Date(wallAt(at.getTime(), timeZone)).toISOString().slice(11, 16)
  return (
    <div className={styles.hint}>
      {schedule.type === 'recurring' ? t('Next send:') : t('Send date:')}
      <ul className={classes.occurrences} aria-label={t('Next occurrences')}>
        {next.map((at) => (
          <li key={at.getTime()}>
            {texts(at)}
            {clockAt(at) !== clock && ` · ${t('{time} does not exist that day: the clock is put forward', { time: clock })}`}
          </li>
        ))}
      </ul>
    </div>
  )
}
