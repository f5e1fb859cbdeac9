import type { SalesAgeing } from '@imperium/contract/sales/sales-registers.ts'
import { t } from '../../../lib/words.ts'

export type AgeingRow = SalesAgeing['rows'][number]
export type Bucket = 'notDue' | 'to30' | 'to60' | 'to90' | 'over90'

/** The parts of what is owed, by the days since it was due. */
export const buckets: readonly (readonly [Bucket, string])[] = [
  ['notDue', t('Not due yet')],
  ['to30', t('1 to 30 days')],
  ['to60', t('31 to 60 days')],
  ['to90', t('61 to 90 days')],
  ['over90', t('Over 90 days')],
]
