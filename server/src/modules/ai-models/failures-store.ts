import { sql } from 'kysely'
import type { AiModelConfig } from '@imperium/contract/ai-models.ts'
import type { OrgTx } from '../../platform/db/database.ts'

const thisMonth = sql<Date>`date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'`

/** Notes a failed call on the model that was called: where a fallback answered, nothing else says so. */
export async function noteFailedCall(tx: OrgTx, configId: string, failure: string): Promise<void> {
  await tx
    .updateTable('ai_model_configs')
    .set({
      last_failure: failure.slice(0, 1_000),
      last_failure_at: sql`now()`,
      failed_calls: sql<number>`case when last_failure_at >= ${thisMonth} then failed_calls + 1 else 1 end`,
    })
    .where('id', '=', configId)
    .execute()
}

/** The failures of the calendar month (UTC), by configuration. */
export async function readFailures(tx: OrgTx): Promise<Map<string, NonNullable<AiModelConfig['failure']>>> {
  const rows = await tx
    .selectFrom('ai_model_configs')
    .select(['id', 'last_failure', 'last_failure_at', 'failed_calls'])
    .where('last_failure_at', '>=', thisMonth)
    .execute()
  return new Map(
    rows.flatMap((row) =>
      row.last_failure === null || row.last_failure_at === null
        ? []
        : [[row.id, { message: row.last_failure, at: row.last_failure_at.toISOString(), calls: row.failed_calls }] as const],
    ),
  )
}
