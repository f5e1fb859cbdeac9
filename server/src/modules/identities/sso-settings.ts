import type { SsoConnectionBody, SsoSettings } from '@imperium/contract/auth/identities.ts'
import type { ServerMetadata } from 'openid-client'
import type { z } from 'zod'
import type { OrgTx } from '../../platform/db/database.ts'
import { invalid, notFound, stale } from '../../platform/errors.ts'
import { EgressError } from '../../platform/http-out/egress-error.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { endSessionsOfSso } from '../auth/index.ts'
import { requireSsoOf } from '../organizations/index.ts'
import { sealedSecretPlace } from './connection-secret.ts'
import { mayUseHttp, redirectUriOf } from './sign-in-providers.ts'
import { deleteConnection, findConnection, listDomains, listVerifiedDomains, saveConnection } from './sso-store.ts'
import type { Connection } from './sso-store.ts'
import { deleteIdentitiesOfSso } from './store.ts'

export async function readSettings(platform: Platform, tx: OrgTx): Promise<SsoSettings> {
  const connection = await findConnection(tx)
  return {
    connection: connection && { ...connection, updatedAt: connection.updatedAt.toISOString() },
    domains: await listDomains(tx),
    callbackUrl: redirectUriOf(platform, { provider: 'sso', ssoOrgId: tx.orgId }),
  }
}

type Body = z.output<typeof SsoConnectionBody>
type SaveContext = Omit<OrgContext, 'tx'>

/**
 * Saves the provider; its issuer is checked before it is enabled. If the issuer changes or the provider is switched off, the earlier one's
 * identities are disconnected and its sessions end. @throws 422 on the wrong field; 409 for a stale write.
 */
export async function saveSettings(platform: Platform, context: SaveContext, body: Body): Promise<SsoSettings> {
  const { org, inOrg, audit } = context
  const before = await inOrg(findConnection)
  const isSameIssuer = before?.issuer === body.issuer
  // A secret is sent only to the issuer that it was entered for.
  if (!body.clientSecret && !(before && isSameIssuer)) throw invalid([{ path: 'clientSecret', message: 'Client secret is required' }])
  if (body.enforced && !body.enabled) throw invalid([{ path: 'enforced', message: 'Enable single sign-on first' }])
  requireAllowedScheme(platform, body.issuer)
  const found = body.enabled ? await discover(platform, body.issuer) : null
  const sealedSecret = body.clientSecret
    ? platform.keyRing.encrypt(body.clientSecret, sealedSecretPlace(org.id))
    : (before?.sealedSecret ?? '')
  const { clientSecret: _secret, updatedAt, ...rest } = body
  const after = await inOrg(async (tx) => {
    if (rest.enforced && (await listVerifiedDomains(tx)).length === 0)
      throw invalid([{ path: 'enforced', message: 'Verify a domain before you require single sign-on' }])
    const kept = isSameIssuer ? { metadata: before.metadata, discoveredAt: before.discoveredAt } : { metadata: null, discoveredAt: null }
    const metadata = found ? { metadata: found, discoveredAt: platform.clock.now() } : kept
    if (!(await saveConnection(tx, { ...rest, sealedSecret, ...metadata }, updatedAt))) throw stale()
    await followDomains(tx)
    return readSettings(platform, tx)
  })
  if (before && !(isSameIssuer && rest.enabled)) await endWhatItOpened(platform, org.id, !isSameIssuer)
  audit({ targetId: org.id, targetName: org.name, before: before && shown(before), after: rest })
  return after
}

/** @throws 404 if there is none. */
export async function removeSettings(platform: Platform, { tx, org, audit }: OrgContext): Promise<null> {
  const before = await findConnection(tx)
  if (!before || !(await deleteConnection(tx))) throw notFound()
  await followDomains(tx)
  await endWhatItOpened(platform, org.id, true)
  audit({ targetId: org.id, targetName: org.name, before: shown(before) })
  return null
}

const shown = ({ issuer, clientId, defaultRole, enabled, enforced, trustsAddresses }: Connection) => ({
  issuer,
  clientId,
  defaultRole,
  enabled,
  enforced,
  trustsAddresses,
})

/** Updates the organization's list of SSO-only addresses, after every change that may affect it. */
export async function followDomains(tx: OrgTx): Promise<void> {
  const connection = await findConnection(tx)
  await requireSsoOf(tx, connection?.enforced ? await listVerifiedDomains(tx) : [])
}

/** Safe before the caller's commit: at worst users sign in again. */
async function endWhatItOpened(platform: Platform, orgId: string, disconnects: boolean): Promise<void> {
  await platform.db.withAuth(async (tx) => {
    if (disconnects) await deleteIdentitiesOfSso(tx, orgId)
    await endSessionsOfSso(tx, orgId)
  })
}

function requireAllowedScheme(platform: Platform, issuer: string): void {
  if (new URL(issuer).protocol !== 'https:' && !mayUseHttp(platform, issuer))
    throw invalid([{ path: 'issuer', message: 'The issuer must begin with https://' }])
}

async function discover(platform: Platform, issuer: string): Promise<ServerMetadata> {
  try {
    const { discoverIssuer } = await import('./openid.ts')
    return await discoverIssuer({ httpOut: platform.httpOut, allowHttp: mayUseHttp(platform, issuer) }, issuer)
  } catch (error) {
    platform.log.info({ err: error }, 'an issuer of single sign-on was refused')
    const egress = causesOf(error).find((each) => each instanceof EgressError)
    throw invalid([
      { path: 'issuer', message: egress?.publicMessage ?? 'This issuer does not publish an OpenID Connect configuration that we can use.' },
    ])
  }
}

/** An error with its causes: the library wraps the errors of our outbound client. */
function causesOf(error: unknown): unknown[] {
  const all: unknown[] = []
  for (let each = error; each !== undefined && all.length < 5; each = each instanceof Error ? each.cause : undefined) all.push(each)
  return all
}
