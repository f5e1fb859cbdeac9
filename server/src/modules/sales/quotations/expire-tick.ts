import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { Platform } from '../../../platform/platform.ts'
import { eachOrganizationWith } from '../documents/each-organization.ts'
import { latestDay } from '../documents/sales-days.ts'
import { todayOf } from '../documents/today-of.ts'
import { markExpired } from './quotation-store.ts'

/** Quotations expire when the day after their last one begins in the organization's time zone. */
export const expireQuotations = (platform: Platform): Promise<void> =>
  eachOrganizationWith(
    platform,
    'sales_quotations',
    sql<SqlBool>`r.status = 'Sent' and r.valid_until < ${latestDay(platform.clock.now())}::date`,
    async (tx) => {
      await markExpired(tx, await todayOf(platform, tx), platform.clock.now())
    },
  )
