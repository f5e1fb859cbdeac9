import { Chip, Select, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { frequencies, weekdays } from '@imperium/contract/campaigns/campaigns.ts'
import type { CampaignDefinition, Schedule } from '@imperium/contract/campaigns/campaigns.ts'
import { currentPreferences } from '../../../lib/preferences.ts'
import { t } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { ChoiceCards } from './choice-cards.tsx'
import { frequencyLabels, scheduleText } from '../campaign-labels.ts'
import { DecimalInput } from '../../../ui/form/decimal-input.tsx'
import { numberProps } from './number-props.ts'
import { Occurrences } from './occurrences.tsx'
import { hasBegun } from './use-editor.ts'
import type { Editor } from './use-editor.ts'
import styles from '../../../ui/styles.module.css'
import classes from './editor.module.css'

const dayText: Record<(typeof weekdays)[number], string> = {
  mon: t('Mon'),
  tue: t('Tue'),
  wed: t('Wed'),
  thu: t('Thu'),
  fri: t('Fri'),
  sat: t('Sat'),
  sun: t('Sun'),
}
const zones = Intl.supportedValuesOf('timeZone')
const ownZone = () => currentPreferences().timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone

/** Tomorrow at nine, in the form of the field. */
function tomorrow(): string {
  const at = new Date(Date.now() + 24 * 60 * 60_000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T09:00`
}

/** Now, later or again and again; and in which hours and how fast. */
export function ScheduleStep({ editor }: { editor: Editor }) {
  const { form } = editor
  const isFixed = hasBegun(editor)
  const { schedule } = form.values.definition
  const set = (next: Schedule) => form.setFieldValue('definition.schedule', next)
  const choose = (type: Schedule['type']) => {
    if (type === schedule.type) return
    if (type === 'now') return set({ type })
    const times =
      schedule.type === 'now' ? { startAt: tomorrow(), timeZone: ownZone() } : { startAt: schedule.startAt, timeZone: schedule.timeZone }
    set(type === 'scheduled' ? { type, ...times } : { type, ...times, frequency: 'weekly', endAt: null, missed: 'run_once' })
  }
  return (
    <>
      <Card title={t('Schedule')}>
        <fieldset className={classes.step} disabled={isFixed} aria-label={t('Schedule')}>
          <ChoiceCards
            label={t('Send time')}
            value={schedule.type}
            onChange={choose}
            error={form.errors['definition.schedule']}
            choices={[
              {
                value: 'now',
                label: t('Send immediately'),
                text: t('As soon as you launch it'),
                // Already launched, so it has no launch time.
                disabled: editor.campaign.status !== 'draft',
              },
              { value: 'scheduled', label: t('Schedule for later'), text: t('Once, at a time you choose') },
              { value: 'recurring', label: t('Recurring'), text: t('Daily, weekly or monthly') },
            ]}
          />
          {schedule.type !== 'now' && <TimeFields form={form} schedule={schedule} set={set} isOver={isFixed} />}
          {isFixed && (
            <p className={styles.hint}>
              {t('This campaign has started, so its schedule can no longer change. Clone it to send it again.')}
            </p>
          )}
        </fieldset>
      </Card>
      <WindowCard form={form} />
      <Card title={t('Throttle')}>
        <DecimalInput
          {...numberProps(form, 'definition.throttlePerMinute')}
          isWhole
          label={t('Messages per minute')}
          description={t('If empty: as fast as the account allows.')}
        />
      </Card>
    </>
  )
}

interface TimeFieldsProps {
  form: Editor['form']
  schedule: Exclude<Schedule, { type: 'now' }>
  set: (next: Schedule) => void
  /** The send time has passed, so there is nothing to choose. */
  isOver: boolean
}

function TimeFields({ form, schedule, set, isOver }: TimeFieldsProps) {
  const error = (field: string) => form.errors[`definition.schedule.${field}`]
  const known = zones.includes(schedule.timeZone) ? zones : [schedule.timeZone, ...zones]
  return (
    <>
      <div className={classes.pair}>
        <TextInput
          type="datetime-local"
          label={t('Start')}
          withAsterisk
          value={schedule.startAt}
          onChange={(event) => set({ ...schedule, startAt: event.currentTarget.value.slice(0, 16) })}
          error={error('startAt')}
        />
        <Select
          label={t('Time zone')}
          data={known}
          value={schedule.timeZone}
          onChange={(timeZone) => timeZone && set({ ...schedule, timeZone })}
          searchable
          allowDeselect={false}
          limit={200}
          nothingFoundMessage={t('No time zone matches')}
          error={error('timeZone')}
        />
      </div>
      {schedule.type === 'recurring' && (
        <>
          <div className={classes.pair}>
            <Select
              label={t('Frequency')}
              data={frequencies.map((value) => ({ value, label: frequencyLabels[value] }))}
              value={schedule.frequency}
              onChange={(frequency) => frequency && set({ ...schedule, frequency })}
              allowDeselect={false}
            />
            <TextInput
              type="datetime-local"
              label={t('End')}
              description={t('If empty: until you pause it.')}
              value={schedule.endAt ?? ''}
              onChange={(event) => set({ ...schedule, endAt: event.currentTarget.value.slice(0, 16) || null })}
              error={error('endAt')}
            />
          </div>
          <Select
            label={t('Missed occurrence')}
            description={t('While it was paused, or the server was away.')}
            data={[
              { value: 'run_once', label: t('Send it once afterwards') },
              { value: 'skip', label: t('Skip it') },
            ]}
            value={schedule.missed}
            onChange={(missed) => (missed === 'skip' || missed === 'run_once') && set({ ...schedule, missed })}
            allowDeselect={false}
          />
        </>
      )}
      {schedule.startAt !== '' && (
        <p className={styles.hint}>
          {scheduleText(schedule)}. {t('Times follow the clock of that time zone, including daylight saving time.')}
        </p>
      )}
      {!isOver && <Occurrences schedule={schedule} />}
    </>
  )
}

const usualWindow: NonNullable<CampaignDefinition['window']> = { from: '09:00', until: '18:00', days: ['mon', 'tue', 'wed', 'thu', 'fri'] }

function WindowCard({ form }: { form: Editor['form'] }) {
  const { window } = form.values.definition
  const [last, setLast] = useState(window ?? usualWindow)
  const set = (next: CampaignDefinition['window']) => {
    if (next) setLast(next)
    form.setFieldValue('definition.window', next)
  }
  const error = (field: string) => form.errors[`definition.window.${field}`]
  return (
    <Card title={t('Send window')}>
      <div className={styles.stackWide}>
        <Switch
          label={t('Only at certain hours')}
          description={t('In the time zone of each recipient. Outside the window, recipients get it when it opens.')}
          checked={window !== null}
          onChange={(event) => set(event.currentTarget.checked ? last : null)}
        />
        {window && (
          <>
            <div className={classes.pair}>
              <TextInput
                type="time"
                label={t('From||time')}
                value={window.from}
                onChange={(event) => set({ ...window, from: event.currentTarget.value })}
                error={error('from')}
              />
              <TextInput
                type="time"
                label={t('Until||time')}
                value={window.until}
                onChange={(event) => set({ ...window, until: event.currentTarget.value })}
                error={error('until')}
              />
            </div>
            <Chip.Group
              multiple
              value={window.days}
              onChange={(days) => set({ ...window, days: weekdays.filter((day) => days.includes(day)) })}
            >
              <div className={styles.row} role="group" aria-label={t('Days')}>
                {weekdays.map((day) => (
                  <Chip key={day} value={day} size="xs">
                    {dayText[day]}
                  </Chip>
                ))}
              </div>
            </Chip.Group>
            {error('days') && <p className={styles.error}>{t('Choose at least one day')}</p>}
          </>
        )}
      </div>
    </Card>
  )
}
