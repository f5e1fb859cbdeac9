import type { DateReader } from '../../platform/text/write-date.ts'
import type { Account } from './store.ts'

/** How the owner of an account reads dates. The table's checks hold the formats to those of the contract. */
export const dateReaderOf = (account: Pick<Account, 'language' | 'time_zone' | 'date_format' | 'time_format'>): DateReader => ({
  language: account.language,
  timeZone: account.time_zone,
  dateFormat: account.date_format as DateReader['dateFormat'],
  timeFormat: account.time_format as DateReader['timeFormat'],
})
