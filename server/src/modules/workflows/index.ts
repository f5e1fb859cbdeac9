import { listHeldWorkflows } from './held-work.ts'
import { workflowEvents } from '@imperium/contract/events/workflows.ts'
import { collectInEach } from '../../platform/collect-in-each.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { describeUnreadable } from '../../platform/crypto/rewrapped-secrets.ts'
import type { RewrappedSecrets } from '../../platform/crypto/rewrapped-secrets.ts'
import { belongsToNodes } from '../hierarchy/index.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { mailApproval } from './approvals/mail-approval.ts'
import { approvalOperations } from './approvals/routes.ts'
import { credentialOperations } from './credentials/routes.ts'
import { offerCode } from './agent-tools/run-code-tool.ts'
import { offerWorkflows } from './agent-tools/run-workflow.ts'
import { findGrantedWorkflows } from '../agents/index.ts'
import { giveTools } from '../runs/index.ts'
import { onCampaignUse } from '../campaigns/index.ts'
import { onChannelUse } from '../channels/index.ts'
import { onPurposeUse } from '../consents/index.ts'
import { extendContacts, onFieldUse } from '../contacts/index.ts'
import { onEmailImageUse } from '../email-designs/index.ts'
import { workflowNames } from './definitions/names-store.ts'
import { nameTriggered, onConnectionUse, startWithItems } from '../integrations/index.ts'
import { onSegmentUse } from '../segments/index.ts'
import {
  workflowsOfSegments,
  workflowsWithCampaign,
  workflowsWithChannel,
  workflowsWithConnection,
  workflowsWithField,
  workflowsWithImage,
  workflowsWithPurpose,
} from './definitions/definition-users-store.ts'
import { workflowOperations } from './definitions/routes.ts'
import { wakeForAgent, wakeForMessage } from './steps/waits/wake-waiting.ts'
import { cancelAbandonedJob } from './engine/cancel-runs.ts'
import { createEngine } from './engine/create-engine.ts'
import { provideEngine } from './engine/engine-of.ts'
import { liveRuns } from './engine/live-runs-store.ts'
import { engineTicks } from './engine/ticks.ts'
import { stepTypes } from './steps/index.ts'
import { workflowContactExtension } from './history/contact-extension.ts'
import { exportWorkflowRuns, workflowRunHistory } from './history/erase-runs-store.ts'
import { workflowRunOperations } from './history/routes.ts'
import { startFromItem } from './triggers/start-from-item.ts'
import { startFromEvents } from './triggers/start-from-event.ts'
import { workflowHookOperations } from './triggers/routes.ts'
import { runSchedules } from './triggers/run-schedules.ts'
import { takeNotesOn } from '../notes/index.ts'
import { findWorkflow } from './definitions/store.ts'
import { findRun } from './history/store.ts'
import { searchIn } from '../search/index.ts'
import { searchWorkflows } from './definitions/search-workflows.ts'
import { rewrapWorkflowSecrets } from './credentials/rewrap-secrets.ts'
import { workflowsActs } from './acts.ts'
import { offerQueryTable } from '../../platform/llm/query-tables.ts'
import { keepForRetention } from '../../platform/retention.ts'
import { workflowsQuery, workflowRunsQuery } from './query-tables.ts'

export { sealApprovalLink } from './approvals/approval-link.ts'
export { countMonthRuns } from './engine/run-limit-store.ts'
export { workflowNames } from './definitions/names-store.ts'
export { countActiveWorkflows, countWorkflowRuns, listCountedRuns, workflowFigures } from './history/count-period-store.ts'
export { findWorkflowSteps } from './definitions/first-steps-store.ts'
export { toIds as definitionWithIds } from './definitions/references.ts'
export { contentOfWorkflow } from './definitions/export-workflow.ts'
export { createWorkflowFrom } from './definitions/import-workflow.ts'
export { createMemoryRuns } from './core/run-in-memory.ts'
export { follow } from './core/read-path.ts'
export { compareValues } from './steps/control/compare-values.ts'
export { validateDefinition } from './core/validate.ts'
export { giveDeployedFunctions } from './steps/functions/deployed-functions.ts'
export type { FunctionPlace, FunctionResult } from './steps/functions/deployed-functions.ts'
export { documentSteps } from './steps/document-steps.ts'
export { runCode } from './sandbox/run-code.ts'
export { stepTypes } from './steps/index.ts'
export { startPublished } from './triggers/start-published.ts'
export { workflowPublisher } from './definitions/versions-store.ts'

const schedulesEveryMs = 1_000

const rewrapSecrets = async (platform: Platform): Promise<RewrappedSecrets> =>
  describeUnreadable(
    await platform.db.withSystem((tx) => rewrapWorkflowSecrets(platform, tx)),
    ({ orgId, id }) => `the secret of the credential or of the webhook of workflow ${id} of organization ${orgId}; it must be made again.`,
  )

export const workflowsModule: ModuleFactory = (platform) => {
  const engine = createEngine(platform, stepTypes)
  provideEngine(platform, engine)
  return {
    name: 'workflows',
    tables: [
      'workflows',
      'workflow_versions',
      'workflow_totals',
      'workflow_triggers',
      'workflow_runs',
      'workflow_live',
      'workflow_steps',
      'workflow_payloads',
      'workflow_waits',
      'workflow_callbacks',
      'workflow_signals',
      'workflow_starts',
      'workflow_approvals',
      'workflow_credentials',
    ],
    acts: workflowsActs,
    emits: Object.values(workflowEvents),
    extensions: [
      keepForRetention(workflowRunHistory),
      extendContacts(workflowContactExtension(platform)),
      belongsToNodes({ kind: 'workflow', table: 'workflows', hasTrash: true, read: 'workflows:read', write: 'workflows:write' }),
      onSegmentUse(workflowsOfSegments),
      onFieldUse(workflowsWithField),
      onChannelUse(workflowsWithChannel),
      onCampaignUse(workflowsWithCampaign),
      onConnectionUse(workflowsWithConnection),
      startWithItems(startFromItem(platform)),
      nameTriggered(workflowNames),
      findGrantedWorkflows(async (tx, id) => (await findWorkflow(tx, id)) !== null),
      giveTools(offerWorkflows),
      giveTools(offerCode),
      onPurposeUse(workflowsWithPurpose),
      takeNotesOn({
        subject: 'workflow',
        permission: 'workflows:read',
        find: async (tx, id) => {
          const workflow = await findWorkflow(tx, id)
          return workflow && { name: workflow.name, path: `workflows/${id}?tab=notes` }
        },
      }),
      takeNotesOn({
        subject: 'workflow-run',
        permission: 'workflows:read',
        find: async (tx, id) => {
          const run = await findRun(tx, id)
          return run ? { name: run.workflow_name, path: `workflows/runs/${id}` } : null
        },
      }),
      onEmailImageUse(workflowsWithImage),
      searchIn({ permission: 'workflows:read', order: 40, find: searchWorkflows }),
      offerQueryTable(workflowsQuery),
      offerQueryTable(workflowRunsQuery),
    ],
    rewrapSecrets: () => rewrapSecrets(platform),
    operations: [
      ...workflowOperations(platform),
      ...workflowRunOperations(platform),
      ...workflowHookOperations(platform),
      ...approvalOperations(platform),
      ...credentialOperations(platform),
    ],
    listHeldWork: listHeldWorkflows,
    jobs: [cancelAbandonedJob(platform) as unknown as JobDefinition],
    events: [startFromEvents(platform), wakeForAgent(platform), wakeForMessage(platform), mailApproval(platform)],
    leases: [liveRuns],
    ticks: [{ name: 'workflow-schedules', everyMs: schedulesEveryMs, run: () => runSchedules(platform) }, ...engineTicks(platform)],
    exportPerson: async ({ userId, orgIds }) => ({
      workflowRuns: await collectInEach(platform.db, orgIds, (tx) => exportWorkflowRuns(tx, userId)),
    }),
    startWorker: () => engine.startWorker(),
  }
}
