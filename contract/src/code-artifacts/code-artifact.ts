import { z } from 'zod'
import { Id, Timestamp, line, required, text } from '../kit/fields.ts'

export const artifactTypes = [
  ...(['react_component', 'api_endpoint', 'database_migration', 'service_class', 'utility_function'] as const),
  ...(['test_suite', 'configuration', 'documentation', 'full_application'] as const),
] as const
export const artifactStatuses = ['generated', 'reviewed', 'approved', 'deployed', 'failed'] as const
export const artifactLanguages = [
  ...(['javascript', 'typescript', 'jsx', 'tsx', 'sql', 'python', 'json', 'yaml', 'html', 'css', 'markdown'] as const),
] as const
export const environments = ['staging', 'production'] as const

export type ArtifactType = (typeof artifactTypes)[number]
export type ArtifactLanguage = (typeof artifactLanguages)[number]

export const artifactLimits = { codeCharacters: 100_000, reasoning: 4_000, comments: 200, versions: 200 } as const

/** Code keeps its line breaks and tabs; NUL cannot be stored. */
const code = z
  .string()
  .min(1, 'Code is required')
  .max(artifactLimits.codeCharacters)
  .regex(/^[^\u0000]*$/, 'Contains characters that are not allowed')

/** Where a strict parser found an error; line and column from 1. */
export const SyntaxFault = z.object({ line: z.int(), column: z.int(), message: z.string() })
export type SyntaxFault = z.infer<typeof SyntaxFault>

export const CodeArtifactRow = z
  .object({
    id: Id,
    name: z.string(),
    artifactType: z.enum(artifactTypes),
    language: z.enum(artifactLanguages),
    framework: z.string(),
    status: z.enum(artifactStatuses),
    /** A review of this version is asked for. */
    inReview: z.boolean(),
    version: z.int(),
    syntaxValid: z.boolean(),
    reasoning: z.string(),
    /** Of the agent that wrote it; null for a person. */
    agentName: z.string().nullable(),
    authorName: z.string(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'CodeArtifactRow' })
export type CodeArtifactRow = z.infer<typeof CodeArtifactRow>

export const ArtifactDeployment = z.object({
  id: Id,
  environment: z.enum(environments),
  version: z.int(),
  notes: z.string(),
  deployedBy: z.string(),
  deployedAt: Timestamp,
  /** What runs now in this environment. */
  isCurrent: z.boolean(),
  isRollback: z.boolean(),
})
export type ArtifactDeployment = z.infer<typeof ArtifactDeployment>

export const TestResult = z.object({ name: z.string(), passed: z.boolean(), message: z.string().nullable() })
export type TestResult = z.infer<typeof TestResult>

export const CodeArtifact = z
  .object({
    ...CodeArtifactRow.shape,
    code: z.string(),
    tests: z.string(),
    /** SHA-256 of code and tests of this version. */
    hash: z.string(),
    faults: z.array(SyntaxFault),
    /** The person behind this version; an agent's version has none, so that every member may review it. */
    authorId: Id.nullable(),
    /** Whether the reader may review this version, or why not. */
    mayReview: z.enum(['yes', 'author', 'role', 'state']),
    versions: z.array(
      z.object({ version: z.int(), hash: z.string(), authorName: z.string(), syntaxValid: z.boolean(), createdAt: Timestamp }),
    ),
    reviews: z.array(
      z.object({
        id: Id,
        version: z.int(),
        decision: z.enum(['approved', 'changes_requested']),
        reviewer: z.string(),
        note: z.string(),
        /** An owner alone in the organization approved an own version. */
        isOwn: z.boolean(),
        reviewedAt: Timestamp,
      }),
    ),
    comments: z.array(z.object({ id: Id, version: z.int(), line: z.int(), body: z.string(), author: z.string(), createdAt: Timestamp })),
    testRun: z
      .object({ version: z.int(), passed: z.boolean(), results: z.array(TestResult), message: z.string().nullable(), ranAt: Timestamp })
      .nullable(),
    deployments: z.array(ArtifactDeployment),
    /** Names of the secrets that its code reads as `secrets.NAME`; values are never shown. */
    secrets: z.array(z.object({ environment: z.enum(environments), name: z.string(), setBy: z.string(), updatedAt: Timestamp })),
    /**
     * What a deployment does: a `tool` of agents and step of workflows, a `webhook` of a workflow, values (`config`) for code, an `article` of
     * the knowledge base, the draft of an `entity`, or the `record` of which version is deployed.
     */
    place: z.enum(['tool', 'webhook', 'config', 'article', 'entity', 'record']),
  })
  .meta({ id: 'CodeArtifact' })
export type CodeArtifact = z.infer<typeof CodeArtifact>

/** Results of the deployed version and of the newest one on the last inputs that were kept. */
export const ArtifactComparison = z
  .object({
    /** The deployed version, and the newest one. */
    before: z.int(),
    after: z.int(),
    /** Kept inputs, and how many of them were compared in the time there is. */
    inputs: z.int(),
    compared: z.int(),
    different: z.int(),
    /** The first ones, as text. */
    differences: z.array(z.object({ input: z.string(), before: z.string(), after: z.string() })),
  })
  .meta({ id: 'ArtifactComparison' })
export type ArtifactComparison = z.infer<typeof ArtifactComparison>

export const ArtifactVersion = z
  .object({
    version: z.int(),
    hash: z.string(),
    code: z.string(),
    tests: z.string(),
    authorName: z.string(),
    createdAt: Timestamp,
    faults: z.array(SyntaxFault),
  })
  .meta({ id: 'ArtifactVersion' })
export type ArtifactVersion = z.infer<typeof ArtifactVersion>

export const CreateArtifactBody = z.strictObject({
  name: required(80, 'Name is required').regex(/^[\p{L}\p{N} ._-]+$/u, 'Use letters, digits, spaces, dots, hyphens and underscores'),
  artifactType: z.enum(artifactTypes),
  language: z.enum(artifactLanguages),
  framework: line(60).default(''),
  reasoning: text(artifactLimits.reasoning).default(''),
  code,
  tests: z.string().max(artifactLimits.codeCharacters).default(''),
})
export type CreateArtifactBody = z.infer<typeof CreateArtifactBody>

export const NewVersionBody = z.strictObject({
  /** Of the version that the caller changed: 409 when there is a newer one. */
  version: z.int().min(1),
  code,
  tests: z.string().max(artifactLimits.codeCharacters).default(''),
  reasoning: text(artifactLimits.reasoning).optional(),
})
export type NewVersionBody = z.infer<typeof NewVersionBody>
