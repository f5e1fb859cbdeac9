import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { englishOf, storedKey } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { CampaignDryRuns } from '../../../platform/db/types.gen.ts'

export type DryRunRow = Selectable<CampaignDryRuns>

/** Begins a dry run; it replaces the campaign's last one, also one that begins concurrently. */
export async function insertDryRun(
  tx: OrgTx,
  run: { id: string; campaignId: string; version: number; total: number; createdBy: string },
): Promise<void> {
  const begun = { id: run.id, version: run.version, status: 'running', total: run.total, created_by: run.createdBy }
  await tx
    .insertInto('campaign_dry_runs')
    .values({ org_id: tx.orgId, campaign_id: run.campaignId, ...begun })
    .onConflict((on) =>
      on
        .columns(['org_id', 'campaign_id'])
        .doUpdateSet({ ...begun, examined: 0, result: null, message: '', created_at: sql`now()`, finished_at: null }),
    )
    .execute()
}

export async function findDryRun(tx: OrgTx, campaignId: string): Promise<DryRunRow | null> {
  return (await tx.selectFrom('campaign_dry_runs').selectAll().where('campaign_id', '=', campaignId).executeTakeFirst()) ?? null
}

/** False if a newer dry run replaced this one: the work stops. */
export async function noteProgress(tx: OrgTx, id: string, examined: number): Promise<boolean> {
  const result = await tx
    .updateTable('campaign_dry_runs')
    .set({ examined })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function endDryRun(
  tx: OrgTx,
  id: string,
  end: { status: 'completed'; examined: number; result: object } | { status: 'failed'; message: Text },
): Promise<void> {
  await tx
    .updateTable('campaign_dry_runs')
    .set({
      status: end.status,
      finished_at: sql`now()`,
      ...(end.status === 'completed'
        ? { examined: end.examined, result: JSON.stringify(end.result) }
        : { message: englishOf(end.message), message_key: storedKey(end.message) }),
    })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute()
}
