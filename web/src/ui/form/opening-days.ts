import type { OpeningHours } from '@imperium/contract/kit/opening-hours.ts'

/** A day of the week as a form edits it. */
export interface HoursDay {
  isOpen: boolean
  from: string
  to: string
}

/** Monday first; without hours, the days of work. */
export const daysOf = (hours: readonly OpeningHours[] | null): HoursDay[] =>
  Array.from({ length: 7 }, (_, index) => {
    const found = hours?.find(({ day }) => day === index + 1)
    return { isOpen: found !== undefined || (hours === null && index < 5), from: found?.from ?? '09:00', to: found?.to ?? '17:00' }
  })

export const hoursOf = (days: readonly HoursDay[]): OpeningHours[] =>
  days.flatMap(({ isOpen, from, to }, index) => (isOpen ? [{ day: index + 1, from, to }] : []))
