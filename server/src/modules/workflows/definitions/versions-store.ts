import { sql } from 'kysely'
import { WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import type { OrgTx } from '../../../platform/db/database.ts'

interface NewVersion {
  workflowId: string
  definition: WorkflowDefinition
  note: string
  publishedBy: string
  publishedByUser: string | null
}

/** Writes the next version of a workflow; the caller has locked its row. Returns the version's number. */
export async function insertVersion(tx: OrgTx, version: NewVersion): Promise<number> {
  const row = await tx
    .insertInto('workflow_versions')
    .values({
      org_id: tx.orgId,
      workflow_id: version.workflowId,
      version: sql<number>`(select coalesce(max(version), 0) + 1 from app.workflow_versions where workflow_id = ${version.workflowId})`,
      definition: JSON.stringify(version.definition),
      note: version.note,
      published_by: version.publishedBy,
      published_by_user: version.publishedByUser,
      published_at: sql`clock_timestamp()`,
    })
    .returning('version')
    .executeTakeFirstOrThrow()
  return row.version
}

const shown = ['version', 'note', 'published_by', 'published_at'] as const

export interface VersionRow {
  version: number
  note: string
  published_by: string
  published_at: Date
  steps: number
}

export async function listVersions(tx: OrgTx, workflowId: string, { limit, before }: { limit: number; before: number | null }) {
  return tx
    .selectFrom('workflow_versions')
    .select(shown)
    .select(sql<number>`jsonb_array_length(definition -> 'steps')`.as('steps'))
    .where('workflow_id', '=', workflowId)
    .$if(before !== null, (query) => query.where('version', '<', before ?? 0))
    .orderBy('version', 'desc')
    .limit(limit + 1)
    .execute()
}

export async function findVersion(
  tx: OrgTx,
  workflowId: string,
  version: number,
): Promise<(VersionRow & { definition: WorkflowDefinition }) | null> {
  const row = await tx
    .selectFrom('workflow_versions')
    .select([...shown, 'definition'])
    .where('workflow_id', '=', workflowId)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!row) return null
  const definition = WorkflowDefinition.parse(row.definition)
  return { ...row, definition, steps: definition.steps.length }
}

/** The user who published the current version, if that account still exists; else the user who created the workflow. */
export async function workflowPublisher(tx: OrgTx, id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('workflows as w')
    .leftJoin('workflow_versions as v', (join) =>
      join.onRef('v.org_id', '=', 'w.org_id').onRef('v.workflow_id', '=', 'w.id').onRef('v.version', '=', 'w.version'),
    )
    .select(['w.created_by_user', 'v.published_by_user'])
    .where('w.id', '=', id)
    .where('w.deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.published_by_user ?? row?.created_by_user ?? null
}
