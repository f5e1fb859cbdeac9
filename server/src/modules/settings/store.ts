import { sql } from 'kysely'
import type { OrgTx, SystemTx } from '../../platform/db/database.ts'

const shown = 5
/** More pages than there are, so that a program that makes names up cannot fill the table. */
const storedPages = 40

export async function countVisit(tx: OrgTx, userId: string, page: string): Promise<void> {
  await tx
    .insertInto('settings_visits')
    .values({ org_id: tx.orgId, user_id: userId, page })
    .onConflict((on) =>
      on
        .columns(['org_id', 'user_id', 'page'])
        .doUpdateSet({ visits: sql`settings_visits.visits + 1`, visited_at: sql`clock_timestamp()` }),
    )
    .execute()
  const surplus = tx
    .selectFrom('settings_visits')
    .select('page')
    .where('user_id', '=', userId)
    .orderBy('visited_at', 'desc')
    .offset(storedPages)
  await tx.deleteFrom('settings_visits').where('user_id', '=', userId).where('page', 'in', surplus).execute()
}

export const listRecent = (tx: OrgTx, userId: string) =>
  tx
    .selectFrom('settings_visits')
    .select(['page', 'visited_at as visitedAt'])
    .where('user_id', '=', userId)
    .orderBy('visited_at', 'desc')
    .limit(shown)
    .execute()

export const listPopular = (tx: OrgTx) =>
  tx
    .selectFrom('settings_visits')
    .select(['page', sql<number>`sum(visits)`.as('visits')])
    .groupBy('page')
    .orderBy(sql`sum(visits)`, 'desc')
    .orderBy('page')
    .limit(shown)
    .execute()

/** Settings pages that a user opened. */
export const exportVisits = (tx: OrgTx, userId: string): Promise<object[]> =>
  tx
    .selectFrom('settings_visits')
    .select(['org_id as organizationId', 'page', 'visits', 'visited_at as visitedAt'])
    .where('user_id', '=', userId)
    .execute()

export async function deleteVisits(tx: SystemTx, userId: string): Promise<void> {
  await tx.deleteFrom('settings_visits').where('user_id', '=', userId).execute()
}
