import { ActionIcon, Skeleton } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EntityDefinition } from '@imperium/contract/entities/entities.ts'
import type { EntityField } from '@imperium/contract/entities/entity-fields.ts'
import type { EntityRecord } from '@imperium/contract/entities/records.ts'
import { currentLanguage, plural, t } from '../../lib/words.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { monthRecordsQuery } from './api.ts'
import { daysOfWeeks, isoDay, monthBefore, monthAfter, monthName, weekdayNames } from './month-days.ts'
import type { RecordsSearch } from './records-search.ts'
import styles from '../../ui/styles.module.css'
import classes from './records.module.css'

interface CalendarProps {
  entity: EntityDefinition
  /** The date that places the records. */
  by: EntityField
  search: RecordsSearch
  onMonth: (month: string) => void
  onOpen: (id: string) => void
}

const shownPerDay = 4

/** A month of records by a date. Days are compared as text, so that no time zone moves one. */
export function Calendar({ entity, by, search, onMonth, onOpen }: CalendarProps) {
  const [today] = useState(() => isoDay(new Date()))
  const month = search.month ?? today.slice(0, 7)
  const { data, error, refetch } = useQuery(monthRecordsQuery(entity.entityName, search, by.name, month))
  const recordsOn = (day: string): EntityRecord[] => (data?.rows ?? []).filter(({ values }) => values[by.name] === day)
  const language = currentLanguage()
  if (error && !data) return <ErrorState error={error} title={t('Records could not be loaded')} onRetry={() => void refetch()} />
  return (
    <section aria-label={t('Calendar by {field}', { field: by.label })}>
      <div className={styles.row}>
        <ActionIcon variant="default" aria-label={t('Previous month')} onClick={() => onMonth(monthBefore(month))}>
          <IconChevronLeft size={17} stroke={1.8} aria-hidden />
        </ActionIcon>
        <h3 className={classes.month} aria-live="polite">
          {monthName(month, language)}
        </h3>
        <ActionIcon variant="default" aria-label={t('Next month')} onClick={() => onMonth(monthAfter(month))}>
          <IconChevronRight size={17} stroke={1.8} aria-hidden />
        </ActionIcon>
        {data?.nextCursor && <span className={styles.muted}>{t('Only the first 200 records are shown.')}</span>}
      </div>
      {!data && <Skeleton height={420} radius={10} />}
      {data && (
        <div className={classes.calendar}>
          {weekdayNames(language).map((name) => (
            <div key={name} className={classes.weekday} aria-hidden>
              {name}
            </div>
          ))}
          {daysOfWeeks(month).map((day) => {
            const records = recordsOn(day)
            return (
              <div
                key={day}
                className={classes.day}
                data-other={!day.startsWith(month) || undefined}
                data-empty={records.length === 0 || undefined}
              >
                <span className={classes.dayNumber}>{Number(day.slice(8))}</span>
                {records.slice(0, shownPerDay).map((record) => (
                  <button key={record.id} type="button" className={classes.dayRecord} onClick={() => onOpen(record.id)}>
                    {record.label || t('Record')}
                  </button>
                ))}
                {records.length > shownPerDay && (
                  <span className={styles.muted}>
                    {plural(records.length - shownPerDay, { one: '{count} more', other: '{count} more' })}
                  </span>
                )}
              </div>
            )
          })}
        </div>
      )}
    </section>
  )
}
