import { describedAct } from '../../platform/audit/acts.ts'
import { collectInEach } from '../../platform/collect-in-each.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { describeUnreadable } from '../../platform/crypto/rewrapped-secrets.ts'
import { keepForRetention } from '../../platform/retention.ts'
import { giveTools } from '../runs/index.ts'
import { giveDeployedFunctions } from '../workflows/index.ts'
import { offerArtifacts } from './deploy/agent-tools.ts'
import { callFunction, refusalOf } from './deploy/call-function.ts'
import { inputHistory } from './deploy/inputs-store.ts'
import { rewrapArtifacts } from './rewrap-artifacts.ts'
import { codeArtifactOperations } from './routes.ts'
import { exportArtifacts } from './store.ts'

export const codeArtifactsModule: ModuleFactory = (platform) => ({
  name: 'code-artifacts',
  tables: [
    'code_artifacts',
    'code_artifact_versions',
    'code_artifact_reviews',
    'code_artifact_comments',
    'code_artifact_deployments',
    'code_artifact_inputs',
    'code_artifact_secrets',
  ],
  acts: {
    sentences: {
      'code-artifacts.create': describedAct('change', '{actor} wrote the code artifact {target}'),
      'code-artifacts.addVersion': describedAct('change', '{actor} wrote a new version of the code artifact {target}'),
      'code-artifacts.requestReview': describedAct('change', '{actor} asked for a review of the code artifact {target}'),
      'code-artifacts.review': describedAct('change', '{actor} reviewed the code artifact {target}'),
      'code-artifacts.comment': describedAct('change', '{actor} commented on the code artifact {target}'),
      'code-artifacts.test': describedAct('change', '{actor} ran the tests of the code artifact {target}'),
      'code-artifacts.deploy': describedAct('change', '{actor} deployed the code artifact {target}'),
      'code-artifacts.compare': describedAct('change', '{actor} compared versions of the code artifact {target}'),
      'code-artifacts.setSecret': describedAct('change', '{actor} set a secret of the code artifact {target}'),
      'code-artifacts.removeSecret': describedAct('change', '{actor} deleted a secret of the code artifact {target}'),
      'code-artifacts.rollback': describedAct('change', '{actor} rolled back the code artifact {target}'),
      'code-artifacts.remove': describedAct('change', '{actor} deleted the code artifact {target}'),
    },
  },
  extensions: [
    giveTools(offerArtifacts),
    giveDeployedFunctions({ refusal: refusalOf, call: callFunction }),
    keepForRetention(inputHistory),
  ],
  operations: codeArtifactOperations(platform),
  rewrapSecrets: async () =>
    describeUnreadable(
      await platform.db.withSystem((tx) => rewrapArtifacts(platform, tx)),
      ({ orgId, artifactId, what }) => `${what} of the code artifact ${artifactId} of organization ${orgId}; it cannot be read any more.`,
    ),
  exportPerson: async ({ userId, orgIds }) => ({
    codeArtifacts: await collectInEach(platform.db, orgIds, (tx) => exportArtifacts(tx, userId)),
  }),
})
