import { z } from 'zod'
import { Id, text } from '../kit/fields.ts'
import { create, del, get, list, operations, post, put, remove } from '../kit/operations.ts'
import {
  ArtifactComparison,
  ArtifactVersion,
  CodeArtifact,
  CodeArtifactRow,
  CreateArtifactBody,
  NewVersionBody,
  artifactStatuses,
  artifactTypes,
  environments,
} from './code-artifact.ts'

export const CodeArtifactStats = z
  .object({ total: z.int(), deployed: z.int(), approved: z.int(), inReview: z.int(), syntaxValid: z.int() })
  .meta({ id: 'CodeArtifactStats' })
export type CodeArtifactStats = z.infer<typeof CodeArtifactStats>

const version = z.int().min(1)
const secretParams = z.strictObject({
  id: Id,
  environment: z.enum(environments),
  name: z.string().regex(/^[A-Z][A-Z0-9_]{0,59}$/, 'Use capital letters, digits and _, starting with a letter'),
})

export const codeArtifacts = operations(
  'code-artifacts',
  { read: 'code-artifacts:read', write: 'code-artifacts:write' },
  {
    list: list('/code-artifacts', 'List code artifacts', {
      row: CodeArtifactRow,
      filter: {
        /** A hint: the organization is that of the caller. */
        organizationId: Id.optional(),
        status: z.enum([...artifactStatuses, 'all']).default('all'),
        type: z.enum([...artifactTypes, 'all']).default('all'),
        q: text(200).optional(),
      },
    }),
    stats: get('/code-artifacts/stats', 'Count code artifacts', { reply: CodeArtifactStats }),
    read: get('/code-artifacts/:id', 'Read a code artifact', { reply: CodeArtifact }),
    readVersion: get('/code-artifacts/:id/versions/:version', 'Read one version of a code artifact', {
      params: z.strictObject({ id: Id, version: z.coerce.number().int().min(1).max(100_000) }),
      reply: ArtifactVersion,
    }),
    create: create('/code-artifacts', 'Create a code artifact; a strict parser judges it', {
      body: CreateArtifactBody,
      reply: CodeArtifact,
      transaction: false,
      bodyLimit: 1_000_000,
      rate: { max: 60, perSeconds: 60 },
    }),
    addVersion: post('/code-artifacts/:id/versions', 'Write a new version of a code artifact', {
      body: NewVersionBody,
      reply: CodeArtifact,
      status: 201,
      errors: [409],
      transaction: false,
      bodyLimit: 1_000_000,
      rate: { max: 60, perSeconds: 60 },
    }),
    requestReview: post('/code-artifacts/:id/review-request', 'Ask for the review of a version', {
      body: z.strictObject({ version }),
      reply: CodeArtifact,
      errors: [409],
    }),
    review: post('/code-artifacts/:id/reviews', 'Review a version that another person wrote', {
      body: z.strictObject({ version, decision: z.enum(['approved', 'changes_requested']), note: text(2_000).default('') }),
      reply: CodeArtifact,
      errors: [409],
    }),
    comment: post('/code-artifacts/:id/comments', 'Comment on a line of a version', {
      body: z.strictObject({
        version,
        line: z.int().min(1).max(100_000),
        body: text(2_000, 'Comment is required').min(1, 'Comment is required'),
      }),
      reply: CodeArtifact,
      errors: [409],
    }),
    test: post('/code-artifacts/:id/test', 'Run the tests of a code artifact in the sandbox', {
      body: z.strictObject({ version }),
      reply: CodeArtifact,
      errors: [409],
      transaction: false,
      rate: { max: 30, perSeconds: 60 },
    }),
    deploy: post('/code-artifacts/:id/deploy', 'Deploy the approved version of a code artifact', {
      access: 'code-artifacts:deploy',
      body: z.strictObject({ environment: z.enum(environments).default('production'), deploymentNotes: text(2_000).default('') }),
      reply: CodeArtifact,
      errors: [409],
      transaction: false,
    }),
    compare: post('/code-artifacts/:id/compare', 'Run the deployed and the newest version on the last inputs and compare the results', {
      reply: ArtifactComparison,
      errors: [409],
      transaction: false,
      rate: { max: 10, perSeconds: 60 },
    }),
    setSecret: put('/code-artifacts/:id/secrets/:environment/:name', 'Set a secret of a code artifact for one environment', {
      access: 'code-artifacts:deploy',
      params: secretParams,
      body: z.strictObject({ value: z.string().min(1, 'Value is required').max(4_000) }),
      reply: CodeArtifact,
      errors: [409],
    }),
    removeSecret: del('/code-artifacts/:id/secrets/:environment/:name', 'Delete a secret of a code artifact', {
      access: 'code-artifacts:deploy',
      params: secretParams,
      reply: CodeArtifact,
    }),
    rollback: post('/code-artifacts/:id/rollback', 'Put the version before back into an environment', {
      access: 'code-artifacts:deploy',
      body: z.strictObject({ environment: z.enum(environments) }),
      reply: CodeArtifact,
      errors: [409],
    }),
    download: get('/code-artifacts/:id/download', 'Download the code of a code artifact', { file: 'text/plain; charset=utf-8' }),
    remove: remove('/code-artifacts/:id', 'Delete a code artifact that runs nowhere', { access: 'code-artifacts:deploy' }),
  },
)
