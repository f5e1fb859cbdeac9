import { codeArtifacts } from '@imperium/contract/code-artifacts/code-artifacts.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { addVersion, commentOn, createArtifact, removeArtifact, requestReview, reviewArtifact } from './change-artifacts.ts'
import { removeSecret, setSecret } from './deploy/change-secrets.ts'
import { compareVersions } from './deploy/compare-versions.ts'
import { deployArtifact, rollBack } from './deploy/deploy-artifact.ts'
import { testArtifact } from './deploy/test-artifact.ts'
import { readArtifact, readVersion } from './read-artifact.ts'
import { artifactPage, countArtifacts, toRow } from './store.ts'

export const codeArtifactOperations = (platform: Platform) =>
  bindOperations(codeArtifacts, {
    list: async ({ query }, { tx }) => {
      const { q, status, type } = query
      const { rows, nextCursor } = await artifactPage(platform.cursors, { tx, list: 'code-artifacts', query }, { q, status, type })
      return { rows: rows.map((row) => toRow(row)), nextCursor }
    },
    stats: (_input, { tx }) => countArtifacts(tx),
    read: ({ params }, context) => readArtifact(context, context.tx, params.id),
    readVersion: ({ params }, { tx }) => readVersion(tx, params.id, params.version),
    create: ({ body }, context) => createArtifact(context, body),
    addVersion: ({ params, body }, context) => addVersion(platform, context, params.id, body),
    requestReview: ({ params, body }, context) => requestReview(platform, context, params.id, body.version),
    review: ({ params, body }, context) => reviewArtifact(platform, context, params.id, body),
    comment: ({ params, body }, context) => commentOn(context, params.id, body),
    test: ({ params, body }, context) => testArtifact(platform, context, params.id, body.version),
    deploy: ({ params, body }, context) => deployArtifact(platform, context, params.id, body),
    compare: ({ params }, context) => compareVersions(platform, context, params.id),
    setSecret: ({ params, body }, context) => setSecret(platform, context, params, body.value),
    removeSecret: ({ params }, context) => removeSecret(context, params),
    rollback: ({ params, body }, context) => rollBack(platform, context, params.id, body.environment),
    download: async ({ params }, context) => {
      const { name, language, code } = await readArtifact(context, context.tx, params.id)
      return { content: code, fileName: `${name}.${language}` }
    },
    remove: ({ params }, context) => removeArtifact(context, params.id),
  })
