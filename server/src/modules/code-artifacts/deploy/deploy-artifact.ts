import { CreateEntityBody, entities } from '@imperium/contract/entities/entities.ts'
import { knowledge } from '@imperium/contract/knowledge.ts'
import type { ArtifactLanguage, ArtifactType, CodeArtifact } from '@imperium/contract/code-artifacts/code-artifact.ts'
import { WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import { workflows } from '@imperium/contract/workflows/workflows.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { invokeAs } from '../../../platform/operations/invoke.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found, nextStamp } from '../../../platform/resources/checks.ts'
import type { Waiting } from '../change-artifacts.ts'
import { placeOfType, readArtifact } from '../read-artifact.ts'
import { findArtifact, findVersion, lockArtifact, setStatus } from '../store.ts'
import type { ArtifactRow } from '../store.ts'
import { askEntity, askPrepared, askValues } from '../verdict/ask-verdict.ts'
import { insertDeployment, listDeployments, takeOut } from './deployments-store.ts'
import { runnableOf } from './run-artifact.ts'

interface Wanted {
  environment: 'staging' | 'production'
  deploymentNotes: string
}

const isDeployable = (status: string) => status === 'approved' || status === 'deployed'

/** What runs of a version, by its type; null for one that is only kept. @throws 409 for what its place cannot take */
async function prepare(orgId: string, type: ArtifactType, language: ArtifactLanguage, code: string): Promise<string | null> {
  const place = placeOfType(type)
  if (place === 'config') {
    const read = await askValues(orgId, language, code)
    if ('refusal' in read) throw conflict(read.refusal)
    return read.values
  }
  if (!['tool', 'webhook'].includes(place) || !['javascript', 'typescript'].includes(language)) return null
  const reply = await askPrepared(orgId, language, code)
  if ('refusal' in reply) throw conflict(reply.refusal)
  const runnable = runnableOf(reply.prepared)
  if (runnable === null) throw conflict('The code offers no function and no class.')
  return runnable
}

/** @throws 404; 409 unless exactly the newest version is approved, and for what its place refuses */
export async function deployArtifact(platform: Platform, context: Waiting, id: string, wanted: Wanted): Promise<CodeArtifact> {
  const { row, version } = await context.inOrg(async (tx) => {
    const artifact = found(await findArtifact(tx, id))
    return { row: artifact, version: found(await findVersion(tx, id, artifact.version)) }
  })
  if (!isDeployable(row.status)) throw conflict('Only an approved version is deployed.')
  const type = row.artifact_type as ArtifactType
  const runnable = await prepare(context.org.id, type, row.language as ArtifactLanguage, version.code)
  if (wanted.environment === 'production') await carryOut(platform, context, { row, code: version.code, isRunnable: runnable !== null })
  return context.inOrg(async (tx) => {
    const locked = found(await lockArtifact(tx, id))
    if (locked.version !== row.version || !isDeployable(locked.status)) throw conflict('Only an approved version is deployed.')
    await insertDeployment(tx, {
      artifactId: id,
      environment: wanted.environment,
      version: row.version,
      notes: wanted.deploymentNotes,
      runnable,
      isRollback: false,
      by: { id: context.caller.userId, name: context.actor.name },
    })
    if (wanted.environment === 'production') await setStatus(tx, id, { status: 'deployed' }, nextStamp(locked, platform.clock.now()))
    context.audit({
      targetId: id,
      targetName: row.name,
      after: { environment: wanted.environment, version: row.version, versionHash: version.hash, notes: wanted.deploymentNotes },
    })
    return readArtifact(context, tx, id)
  })
}

interface Carried {
  row: ArtifactRow
  code: string
  isRunnable: boolean
}

/** What a production deployment makes elsewhere in the platform: with the rights of the person who deploys, and no more. */
async function carryOut(platform: Platform, context: Waiting, { row, code, isRunnable }: Carried): Promise<void> {
  const place = placeOfType(row.artifact_type as ArtifactType)
  if (place === 'article') await publishArticle(platform, context, row.name, code)
  if (place === 'entity' && row.language === 'sql') await draftEntity(platform, context, code)
  if (place === 'webhook' && isRunnable) await draftWebhook(platform, context, row)
}

/** A draft on the page of entity definitions: its table is made only when a person activates it there. */
async function draftEntity(platform: Platform, context: Waiting, code: string): Promise<void> {
  const reply = await askEntity(context.org.id, code)
  if ('refusal' in reply) throw conflict(reply.refusal)
  const { left, fields, entityName, displayName } = reply.entity
  const description = left.length === 0 ? '' : `Not taken over from the migration: ${left.join(', ')}`
  const parsed = CreateEntityBody.safeParse({ entityName, displayName, description, fields })
  if (!parsed.success) throw conflict(parsed.error.issues[0]?.message ?? 'The table is no entity.')
  await invokeAs(platform, context)(entities.create, { body: parsed.data })
}

/** A workflow that hosts the endpoint, as a draft: who publishes it decides who may call it. Made once; it calls what is deployed. */
async function draftWebhook(platform: Platform, context: Waiting, { id, name }: ArtifactRow): Promise<void> {
  const earlier = await context.inOrg((tx) => listDeployments(tx, id))
  if (earlier.some(({ environment }) => environment === 'production')) return
  const path = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
  const definition = WorkflowDefinition.parse({
    steps: [
      {
        id: 'trigger',
        type: 'trigger_webhook',
        name: 'Webhook',
        config: { path: path || `endpoint-${id.slice(-8)}`, respond: 'workflow' },
      },
      {
        id: 'call',
        type: 'function',
        name: 'Call a function',
        config: { name, environment: 'production', input: '{{ trigger.body }}' },
        position: { x: 0, y: 140 },
      },
      { id: 'respond', type: 'respond', name: 'Respond', config: { body: '{{ steps.call }}' }, position: { x: 0, y: 280 } },
    ],
    edges: [
      { from: 'trigger', to: 'call' },
      { from: 'call', to: 'respond' },
    ],
  })
  await invokeAs(platform, context)(workflows.create, { body: { name: `${name} (endpoint)`.slice(0, 100), definition } })
}

/** A draft of the knowledge base, written as the person who deploys: with their rights, and no more. */
async function publishArticle(platform: Platform, context: Waiting, name: string, code: string): Promise<void> {
  const body = { title: name, body: code, category: 'guides' }
  await invokeAs(platform, context)(knowledge.create, { body })
}

/** Puts the version before back; the first one is taken out. @throws 404; 409 where nothing is deployed */
export async function rollBack(
  { clock }: Platform,
  context: OrgContext,
  id: string,
  environment: Wanted['environment'],
): Promise<CodeArtifact> {
  const { tx, caller, actor, audit } = context
  const row = found(await lockArtifact(tx, id))
  const all = (await listDeployments(tx, id)).filter((each) => each.environment === environment)
  const current = all.find(({ is_current: isCurrent }) => isCurrent)
  if (!current) throw conflict('Nothing is deployed in this environment.')
  const before = all.find((each) => each.version < current.version)
  if (before)
    await insertDeployment(tx, {
      artifactId: id,
      environment,
      version: before.version,
      notes: '',
      runnable: before.runnable,
      isRollback: true,
      by: { id: caller.userId, name: actor.name },
    })
  else await takeOut(tx, id, environment)
  if (environment === 'production' && !before) await endDeployed(tx, row, clock.now())
  audit({
    targetId: id,
    targetName: row.name,
    before: { version: current.version },
    after: { environment, version: before?.version ?? null },
  })
  return readArtifact(context, tx, id)
}

/** Its newest version was approved when it was deployed, and still is. */
async function endDeployed(tx: OrgTx, row: { id: string; status: string; updated_at: Date }, now: Date): Promise<void> {
  if (row.status === 'deployed') await setStatus(tx, row.id, { status: 'approved' }, nextStamp(row, now))
}
