import type { Selectable } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { CampaignSamples } from '../../../platform/db/types.gen.ts'

export type SampleRow = Selectable<CampaignSamples>

/** As many as are shown. */
const shown = 30

export async function insertSamples(
  tx: OrgTx,
  { campaignId, version, createdBy }: { campaignId: string; version: number; createdBy: string },
  samples: readonly { runId: string; contactId: string; variant: number }[],
): Promise<void> {
  await tx
    .insertInto('campaign_samples')
    .values(
      samples.map(({ runId, contactId, variant }) => ({
        org_id: tx.orgId,
        campaign_id: campaignId,
        run_id: runId,
        contact_id: contactId,
        variant,
        version,
        created_by: createdBy,
      })),
    )
    .execute()
}

export const listSampleRows = (tx: OrgTx, campaignId: string): Promise<SampleRow[]> =>
  tx.selectFrom('campaign_samples').selectAll().where('campaign_id', '=', campaignId).orderBy('run_id', 'desc').limit(shown).execute()

/** Runs of all samples of a campaign. */
export async function sampleRuns(tx: OrgTx, campaignId: string): Promise<string[]> {
  const rows = await tx.selectFrom('campaign_samples').select('run_id').where('campaign_id', '=', campaignId).execute()
  return rows.map((row) => row.run_id)
}
