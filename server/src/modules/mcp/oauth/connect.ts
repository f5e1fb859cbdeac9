import type { z } from 'zod'
import { mcpLimits } from '@imperium/contract/mcp/mcp.ts'
import type { McpRequest, mcp } from '@imperium/contract/mcp/mcp.ts'
import { isInPlaceOfSignIn, keyScopes } from '@imperium/contract/permissions.ts'
import type { KeyScope } from '@imperium/contract/permissions.ts'
import { invalid } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found } from '../../../platform/resources/checks.ts'
import { revokeAccessTokens } from '../../api-keys/index.ts'
import { postAccountNotice } from '../../auth/index.ts'
import { connectedNotice } from './connected-notice.ts'
import { isOnThisDevice, isRegistered, openClient, originOf } from './client-id.ts'
import { connectionsOfUser, deleteUnused, endConnection, insertConnection, lockConnection } from './connection-store.ts'
import { newSecret, sha256 } from './secret.ts'
import { isOurResource } from './resource.ts'
import type { OrgTx } from '../../../platform/db/database.ts'

type Ask = z.output<typeof mcp.describeRequest.query>

/** @throws 422 for an unknown client, an address it did not register, or another resource: nothing may be sent to that address then. */
function checkClient(platform: Platform, { clientId, redirectUri, resource }: Pick<Ask, 'clientId' | 'redirectUri' | 'resource'>) {
  const client = openClient(platform, clientId)
  if (!client) throw invalid([{ path: 'clientId', message: 'This assistant is not registered' }])
  if (!isRegistered(client, redirectUri)) throw invalid([{ path: 'redirectUri', message: 'The assistant did not register this address' }])
  if (resource !== undefined && !isOurResource(platform, resource))
    throw invalid([{ path: 'resource', message: 'The assistant asks for access to another server' }])
  return client
}

/**
 * What the assistant asks for, and the caller may give. Scopes that do not exist are left out, as OAuth servers may; one that stands in
 * place of a sign-in is offered to an assistant that asks for it by name.
 */
export function describeRequest(platform: Platform, { may }: OrgContext, ask: Ask): McpRequest {
  const { name } = checkClient(platform, ask)
  const requested = ask.scope?.split(' ').filter((each) => each !== '') ?? []
  const isAsked = (scope: KeyScope) => (requested.length === 0 ? !isInPlaceOfSignIn(scope) : requested.includes(scope))
  const scopes = keyScopes.filter((scope) => may(scope) && isAsked(scope))
  return { clientName: name, redirectOrigin: originOf(ask.redirectUri), isOnThisDevice: isOnThisDevice(ask.redirectUri), scopes }
}

/** Gives the assistant a code that it exchanges for tokens. @throws 422 */
export async function connect(
  platform: Platform,
  context: Omit<OrgContext, 'tx'>,
  body: z.output<typeof mcp.connect.body>,
): Promise<{ location: string }> {
  const { caller, actor, may, audit } = context
  const client = checkClient(platform, body)
  const errors = body.scopes.flatMap((scope, index) =>
    may(scope) ? [] : [{ path: `scopes.${index}`, message: 'An assistant cannot have more permissions than you' }],
  )
  if (errors.length > 0) throw invalid(errors)
  const now = platform.clock.now()
  const id = newId()
  const code = newSecret('code', context.org.id, id)
  const connection = {
    id,
    userId: caller.userId,
    userName: actor.name,
    clientName: client.name,
    clientHash: sha256(body.clientId),
    redirectUri: body.redirectUri,
    scopes: body.scopes,
    codeHash: code.hash,
    codeChallenge: body.codeChallenge,
    codeExpiresAt: new Date(now.getTime() + mcpLimits.codeMinutes * 60_000),
  }
  audit({ targetId: id, targetName: client.name, after: { scopes: body.scopes, redirectOrigin: originOf(body.redirectUri) } })
  // The notice is about the account, so in a transaction of its own around that of the organization: without a connection none is sent.
  const notice = { words: connectedNotice(client.name, originOf(body.redirectUri)), actionUrl: 'settings/assistants' }
  await platform.db.withAuth(async (authTx) => {
    await postAccountNotice(platform, authTx, caller, context, notice)
    await context.inOrg(async (tx) => {
      await deleteUnused(tx, now)
      await insertConnection(tx, connection)
    })
  })
  const location = new URL(body.redirectUri)
  location.searchParams.set('code', code.plain)
  if (body.state !== undefined) location.searchParams.set('state', body.state)
  location.searchParams.set('iss', platform.config.publicUrl)
  return { location: location.href }
}

/** @throws 404 for one of another member, unless the caller manages keys. */
export async function disconnect(platform: Platform, { tx, caller, may, audit }: OrgContext, id: string): Promise<void> {
  const row = found(await lockConnection(tx, id))
  if (row.user_id !== caller.userId && !may('api-keys:manage')) found(undefined)
  await endAccess(tx, id, platform.clock.now())
  audit({ targetName: row.client_name })
}

/** Ends refresh and access tokens together. */
export async function endAccess(tx: OrgTx, id: string, now: Date): Promise<void> {
  await endConnection(tx, id, now)
  await revokeAccessTokens(tx, id)
}

export async function endAccessOfUser(tx: OrgTx, userId: string, now: Date): Promise<void> {
  for (const id of await connectionsOfUser(tx, userId)) await endAccess(tx, id, now)
}
