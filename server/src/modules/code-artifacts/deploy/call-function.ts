import { can } from '@imperium/contract/permissions.ts'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import { message, textOf, worded } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { roleOfMember } from '../../runs/index.ts'
import type { FunctionPlace, FunctionResult } from '../../workflows/index.ts'
import { findRunning, listRunning } from './deployments-store.ts'
import { keepInput } from './inputs-store.ts'
import { runArtifact } from './run-artifact.ts'
import { openSecrets } from './secrets-store.ts'

export type Environment = FunctionPlace['environment']

/** What agents call. */
export const toolTypes = ['utility_function', 'service_class'] as const
/** What workflows call. */
export const callableTypes = [...toolTypes, 'api_endpoint'] as const
const mostConfigurations = 50

/** Whether the person who deployed something may still deploy: what runs has no more rights than they have now. */
export async function mayStillDeploy(tx: OrgTx, userId: string | null): Promise<boolean> {
  const role = userId === null ? null : await roleOfMember(tx, userId)
  return role !== null && can(role, 'code-artifacts:deploy')
}

const missing = (name: string): Text => message('No function named {name} is deployed in this environment', { name })
const withoutRights = (name: string): Text =>
  message('The person who deployed {name} may no longer deploy. An owner or admin has to deploy it again.', { name })

/** Configurations of an environment, by name, as far as their deployers still may deploy. */
export async function readConfig(tx: OrgTx, environment: Environment): Promise<Json> {
  const config: Record<string, Json> = {}
  for (const row of await listRunning(tx, { types: ['configuration'], environment, most: mostConfigurations }))
    if (await mayStillDeploy(tx, row.deployed_by)) config[row.name] = JSON.parse(row.runnable ?? 'null') as Json
  return config
}

/** Why a function cannot be called now; null if it can. */
export async function refusalOf(tx: OrgTx, { name, environment }: FunctionPlace): Promise<Text | null> {
  const running = await findRunning(tx, { name, environment, types: callableTypes })
  if (!running) return missing(name)
  return (await mayStillDeploy(tx, running.deployed_by)) ? null : withoutRights(name)
}

type Call = FunctionPlace & { orgId: string; input: Json }

/** Runs what is deployed at this moment. Inputs in production are kept for the comparison with a later version. */
export async function callFunction(
  platform: Platform,
  { orgId, name, environment, input }: Call,
  signal?: AbortSignal,
): Promise<FunctionResult> {
  const failed = (text: Text, code: string): FunctionResult => ({ ...worded(text), code, retryable: false })
  const prepared = await platform.db.withOrg(orgId, async (tx) => {
    const running = await findRunning(tx, { name, environment, types: callableTypes })
    if (!running) return { refusal: failed(missing(name), 'FUNCTION_MISSING') }
    if (!(await mayStillDeploy(tx, running.deployed_by))) return { refusal: failed(withoutRights(name), 'FUNCTION_REFUSED') }
    const secrets = await openSecrets(platform.keyRing, tx, running.id, environment)
    return { running, config: await readConfig(tx, environment), secrets }
  })
  if ('refusal' in prepared) return prepared.refusal
  const { running, config, secrets } = prepared
  const result = await runArtifact(orgId, running.runnable ?? '', { input, config, secrets }, signal)
  if (environment === 'production') await platform.db.withOrg(orgId, (tx) => keepInput(platform.keyRing, tx, running.id, input))
  if ('output' in result) return result
  return { ...worded(textOf(result)), code: result.fault, retryable: result.fault === 'CODE_BUSY' }
}
