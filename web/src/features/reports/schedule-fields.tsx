import { Fieldset, MultiSelect, NumberInput, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { reportLimits } from '@imperium/contract/reports/reports.ts'
import type { ReportSchedule } from '@imperium/contract/reports/reports.ts'
import { t } from '../../lib/words.ts'
import { membersQuery } from './api.ts'
import type { ReportValues } from './report-values.ts'
import { frequencyLabels, weekdayLabel } from './report-labels.ts'
import styles from '../../ui/styles.module.css'
import classes from './reports.module.css'

interface ScheduleFieldsProps {
  values: ReportValues
  /** Of the organization: what a new schedule begins with. */
  timeZone: string
  onChange: (change: Partial<ReportValues>) => void
}

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${hour}:00` }))
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')]

/** When the report runs by itself, in a time zone that is shown, and who gets it by email. */
export function ScheduleFields({ values: { schedule, recipients }, timeZone, onChange }: ScheduleFieldsProps) {
  const members = useQuery(membersQuery)
  const people = members.data?.rows ?? []
  const start: ReportSchedule = schedule ?? { every: 'Weekly', weekday: 1, day: 1, hour: 9, timeZone }
  const change = (next: Partial<ReportSchedule>) => onChange({ schedule: { ...start, ...next } })
  return (
    <Fieldset legend={t('Schedule')} variant="unstyled">
      <div className={classes.schedule}>
        <Select
          label={t('Runs')}
          value={schedule?.every ?? ''}
          data={[
            { value: '', label: t('On-demand') },
            { value: 'Weekly', label: frequencyLabels.Weekly },
            { value: 'Monthly', label: frequencyLabels.Monthly },
          ]}
          onChange={(next) => (next === 'Weekly' || next === 'Monthly' ? change({ every: next }) : onChange({ schedule: null }))}
          allowDeselect={false}
        />
        {schedule?.every === 'Weekly' && (
          <Select
            label={t('Day')}
            value={String(schedule.weekday)}
            data={[1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: weekdayLabel(day) }))}
            onChange={(next) => change({ weekday: Number(next) })}
            allowDeselect={false}
          />
        )}
        {schedule?.every === 'Monthly' && (
          <NumberInput
            label={t('Day of the month')}
            min={1}
            max={31}
            clampBehavior="strict"
            allowDecimal={false}
            value={schedule.day}
            onChange={(next) => typeof next === 'number' && change({ day: next })}
          />
        )}
        {schedule && (
          <>
            <Select
              label={t('Time')}
              value={String(schedule.hour)}
              data={hours}
              onChange={(next) => change({ hour: Number(next) })}
              allowDeselect={false}
            />
            <Select
              label={t('Time zone')}
              value={schedule.timeZone}
              data={zones.includes(schedule.timeZone) ? zones : [schedule.timeZone, ...zones]}
              searchable
              onChange={(next) => next && change({ timeZone: next })}
              allowDeselect={false}
            />
          </>
        )}
      </div>
      {schedule && (
        <>
          <MultiSelect
            mt="sm"
            label={t('Recipients')}
            description={t('Members who get each run by email, with the metrics that their role may see.')}
            data={people.map(({ id, name, email }) => ({ value: id, label: name || email }))}
            value={recipients}
            maxValues={reportLimits.recipients}
            searchable
            onChange={(next) => onChange({ recipients: next })}
          />
          <p className={styles.hint}>{t('Times that pass while the server is off are not made up for: the last of them runs, once.')}</p>
        </>
      )}
    </Fieldset>
  )
}
