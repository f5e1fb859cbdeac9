import { knowledge } from '@imperium/contract/knowledge.ts'
import type { ArtifactLanguage, ArtifactType, CodeArtifact } from '@imperium/contract/code-artifacts/code-artifact.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { invokeAs } from '../../../platform/operations/invoke.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found, nextStamp } from '../../../platform/resources/checks.ts'
import type { Waiting } from '../change-artifacts.ts'
import { placeOfType, readArtifact } from '../read-artifact.ts'
import { findArtifact, findVersion, lockArtifact, setStatus } from '../store.ts'
import { askPrepared, askValues } from '../verdict/ask-verdict.ts'
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
  if (place !== 'tool' || !['javascript', 'typescript'].includes(language)) return null
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
  if (placeOfType(type) === 'article' && wanted.environment === 'production')
    await publishArticle(platform, context, row.name, version.code)
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
