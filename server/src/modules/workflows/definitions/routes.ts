import { workflows } from '@imperium/contract/workflows/workflows.ts'
import type { WorkflowVersion } from '@imperium/contract/workflows/workflows.ts'
import { notFound } from '../../../platform/errors.ts'
import { bindOperations } from '../../../platform/operations/context.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { engineOf } from '../engine/engine-of.ts'
import { rotateSecret } from '../triggers/write-trigger.ts'
import { countWorkflows } from './count-workflows.ts'
import { createWorkflow, duplicateWorkflow, requireSize } from './create-workflow.ts'
import { exportWorkflow } from './export-workflow.ts'
import { findProblems } from './find-problems.ts'
import { createWorkflowFrom } from './import-workflow.ts'
import { listWorkflows, showWorkflow } from './list-workflows-store.ts'
import { presentWorkflow } from './present-workflow.ts'
import { publishWorkflow, rollBackWorkflow } from './publish-workflow.ts'
import { removeWorkflow } from './remove-workflow.ts'
import { connectedServices } from '../../integrations/index.ts'
import { showStepTypes } from './show-step-types.ts'
import { findWorkflow } from './store.ts'
import { toggleWorkflow } from './toggle-workflow.ts'
import { updateWorkflow } from './update-workflow.ts'
import { findVersion, listVersions } from './versions-store.ts'
import type { VersionRow } from './versions-store.ts'

const showVersion = (row: VersionRow, current: number | null): WorkflowVersion => ({
  version: row.version,
  note: row.note,
  publishedBy: row.published_by,
  publishedAt: row.published_at.toISOString(),
  steps: row.steps,
  isCurrent: row.version === current,
})

export const workflowOperations = (platform: Platform) => {
  const detail = ({ tx, org }: OrgContext, id: string) => presentWorkflow(platform, tx, org.slug, id)
  const brief = async ({ tx }: OrgContext, id: string) => {
    const shown = await showWorkflow(tx, id)
    if (!shown) throw notFound()
    return shown
  }
  return bindOperations(workflows, {
    list: async ({ query }, { tx, org }) => {
      const { limit, cursor, sort, order, ...filter } = query
      const scope = { orgId: org.id, list: 'workflows', filter: { ...filter, sort, order } }
      const after = cursor ? (platform.cursors.decode(scope, cursor) as [string, string]) : null
      const { rows, last } = await listWorkflows(tx, { filter, sort, order, limit, after })
      return { rows, nextCursor: last ? platform.cursors.encode(scope, last) : null }
    },
    stats: (_input, { tx }) => countWorkflows(tx),
    stepTypes: async (_input, { tx }) => showStepTypes(await connectedServices(tx)),
    create: async ({ body }, context) => detail(context, await createWorkflow(context, body)),
    read: ({ params }, context) => detail(context, params.id),
    update: async ({ params, body }, context) => {
      await updateWorkflow(context, params.id, body)
      return detail(context, params.id)
    },
    toggle: async ({ params }, context) => {
      await toggleWorkflow(platform, context, params.id)
      return brief(context, params.id)
    },
    remove: async ({ params }, context) => {
      await removeWorkflow(engineOf(platform), context, params.id)
      return null
    },
    duplicate: async ({ params }, context) => brief(context, await duplicateWorkflow(context, params.id)),
    validate: async ({ body }, { tx }) => {
      requireSize(body.definition)
      return { problems: await findProblems(platform, tx, body.definition) }
    },
    publish: async ({ params, body }, context) => {
      const { newSecret } = await publishWorkflow(platform, context, params.id, body)
      // Keys manage no secrets, so none gets one.
      return { ...(await detail(context, params.id)), newSecret: context.key ? null : newSecret }
    },
    versions: async ({ params, query }, { tx, org }) => {
      const workflow = await findWorkflow(tx, params.id)
      if (!workflow) throw notFound()
      const { limit, cursor } = query
      const scope = { orgId: org.id, list: 'workflow-versions', filter: { id: params.id } }
      const before = cursor ? Number(platform.cursors.decode(scope, cursor)[0]) : null
      const rows = await listVersions(tx, params.id, { limit, before })
      const shown = rows.slice(0, limit).map((row) => showVersion(row, workflow.version))
      const last = rows.length > limit ? shown.at(-1) : undefined
      return { rows: shown, nextCursor: last ? platform.cursors.encode(scope, [last.version]) : null }
    },
    readVersion: async ({ params }, { tx }) => {
      const workflow = await findWorkflow(tx, params.id)
      const found = workflow && (await findVersion(tx, params.id, params.version))
      if (!found) throw notFound()
      return { ...showVersion(found, workflow.version), definition: found.definition }
    },
    rollBack: async ({ params }, context) => {
      await rollBackWorkflow(platform, context, params.id, params.version)
      return detail(context, params.id)
    },
    rotateSecret: ({ params }, context) => rotateSecret(platform, context, params.id),
    export: ({ params }, { tx }) => exportWorkflow(tx, params.id),
    import: async ({ body }, context) => detail(context, await createWorkflowFrom(context, body)),
  })
}
