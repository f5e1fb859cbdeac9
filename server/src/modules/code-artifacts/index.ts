import { describedAct } from '../../platform/audit/acts.ts'
import { collectInEach } from '../../platform/collect-in-each.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { giveTools } from '../runs/index.ts'
import { offerArtifacts } from './deploy/agent-tools.ts'
import { codeArtifactOperations } from './routes.ts'
import { exportArtifacts } from './store.ts'

export const codeArtifactsModule: ModuleFactory = (platform) => ({
  name: 'code-artifacts',
  tables: ['code_artifacts', 'code_artifact_versions', 'code_artifact_reviews', 'code_artifact_comments', 'code_artifact_deployments'],
  acts: {
    sentences: {
      'code-artifacts.create': describedAct('change', '{actor} wrote the code artifact {target}'),
      'code-artifacts.addVersion': describedAct('change', '{actor} wrote a new version of the code artifact {target}'),
      'code-artifacts.requestReview': describedAct('change', '{actor} asked for a review of the code artifact {target}'),
      'code-artifacts.review': describedAct('change', '{actor} reviewed the code artifact {target}'),
      'code-artifacts.comment': describedAct('change', '{actor} commented on the code artifact {target}'),
      'code-artifacts.test': describedAct('change', '{actor} ran the tests of the code artifact {target}'),
      'code-artifacts.deploy': describedAct('change', '{actor} deployed the code artifact {target}'),
      'code-artifacts.rollback': describedAct('change', '{actor} rolled back the code artifact {target}'),
      'code-artifacts.remove': describedAct('change', '{actor} deleted the code artifact {target}'),
    },
  },
  extensions: [giveTools(offerArtifacts)],
  operations: codeArtifactOperations(platform),
  exportPerson: async ({ userId, orgIds }) => ({
    codeArtifacts: await collectInEach(platform.db, orgIds, (tx) => exportArtifacts(tx, userId)),
  }),
})
