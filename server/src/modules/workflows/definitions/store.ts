import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { TriggerType } from '@imperium/contract/workflows/workflow-definition.ts'
import { WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import type { workflowStatuses } from '@imperium/contract/workflows/workflow-definition.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { holdImages } from '../../email-designs/index.ts'
import type { Workflows } from '../../../platform/db/types.gen.ts'
import { describeTrigger } from './trigger-of.ts'

export type WorkflowStatus = (typeof workflowStatuses)[number]

export interface WorkflowRow extends Omit<Selectable<Workflows>, 'draft' | 'status' | 'trigger_type'> {
  draft: WorkflowDefinition
  status: WorkflowStatus
  trigger_type: TriggerType
}

/** Parsed by the schema: a definition that an older release stored gets the defaults of newer fields. */
const readDefinition = (stored: unknown): WorkflowDefinition => WorkflowDefinition.parse(stored)

const toRow = (row: Selectable<Workflows>): WorkflowRow => ({
  ...row,
  draft: readDefinition(row.draft),
  status: row.status as WorkflowStatus,
  trigger_type: row.trigger_type as TriggerType,
})

export async function findWorkflow(tx: OrgTx, id: string): Promise<WorkflowRow | null> {
  const row = await tx.selectFrom('workflows').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()
  return row ? toRow(row) : null
}

/** A workflow with its row locked until the transaction ends: changes of draft, state or version take this lock first. */
export async function lockWorkflow(tx: OrgTx, id: string): Promise<WorkflowRow | null> {
  const row = await tx
    .selectFrom('workflows')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row ? toRow(row) : null
}

export interface NewWorkflow {
  id: string
  name: string
  description: string
  draft: WorkflowDefinition
  fromTemplate?: string
  createdBy: string
  createdByUser: string | null
}

export async function insertWorkflow(tx: OrgTx, workflow: NewWorkflow): Promise<void> {
  await holdImages(tx, workflow.draft)
  await tx
    .insertInto('workflows')
    .values({
      org_id: tx.orgId,
      id: workflow.id,
      name: workflow.name,
      description: workflow.description,
      draft: JSON.stringify(workflow.draft),
      ...summaryOf(workflow.draft),
      from_template: workflow.fromTemplate ?? null,
      created_by: workflow.createdBy,
      created_by_user: workflow.createdByUser,
    })
    .execute()
}

/** What lists show of a definition. */
export function summaryOf(definition: WorkflowDefinition) {
  const { type, value } = describeTrigger(definition)
  const actions = definition.steps.filter((step) => !step.type.startsWith('trigger_')).length
  return { trigger_type: type, trigger_value: value, actions }
}

type Changeable = 'name' | 'description' | 'status' | 'revision' | 'version' | 'trigger_type' | 'trigger_value' | 'actions' | 'deleted_at'

/** Writes the given fields and the time of the change. */
export async function writeWorkflow(
  tx: OrgTx,
  id: string,
  { draft, ...set }: Partial<Pick<WorkflowRow, Changeable>> & { draft?: WorkflowDefinition },
): Promise<void> {
  if (draft) await holdImages(tx, draft)
  await tx
    .updateTable('workflows')
    .set({ ...set, ...(draft ? { draft: JSON.stringify(draft) } : {}), updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}
