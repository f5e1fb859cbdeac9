import { describedAct } from '../../platform/audit/acts.ts'
import type { ModuleActs } from '../../platform/audit/acts.ts'

export const workflowsActs: ModuleActs = {
  sentences: {
    'workflows.create': describedAct('change', '{actor} created {target}'),
    'workflows.update': describedAct('change', '{actor} changed {target}'),
    'workflows.toggle': describedAct('change', '{actor} switched {target} on or off'),
    'workflows.remove': describedAct('change', '{actor} deleted {target}'),
    'workflows.duplicate': describedAct('change', '{actor} copied a workflow as {target}'),
    'workflows.publish': describedAct('change', '{actor} published {target}'),
    'workflows.rollBack': describedAct('change', '{actor} published an earlier version of {target}'),
    'workflows.rotateSecret': describedAct('security', '{actor} created a new webhook secret for {target}'),
    'workflows.import': describedAct('change', '{actor} imported {target}'),
    'workflow-runs.start': describedAct('change', '{actor} started {target}'),
    'workflow-runs.test': describedAct('change', '{actor} tested {target}'),
    'workflow-runs.cancel': describedAct('change', '{actor} cancelled a run of {target}'),
    'workflow-runs.pause': describedAct('change', '{actor} paused a run of {target}'),
    'workflow-runs.resume': describedAct('change', '{actor} resumed a run of {target}'),
    'workflow-runs.retry': describedAct('change', '{actor} retried a run of {target}'),
    'workflow-runs.decide': describedAct('change', '{actor} decided about a step of {target}'),
    'workflow-approvals.decide': describedAct('change', '{actor} decided {target}'),
    'workflow-approvals.delegate': describedAct('change', '{actor} delegated the decision of {target}'),
    'workflow-credentials.create': describedAct('security', '{actor} stored the credential {target}'),
    'workflow-credentials.update': describedAct('security', '{actor} changed the credential {target}'),
    'workflow-credentials.remove': describedAct('security', '{actor} deleted the credential {target}'),
  },
}
