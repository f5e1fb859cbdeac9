import { createHash, randomBytes } from 'node:crypto'
import { conflict } from '../../../platform/errors.ts'
import { hashToken } from '../../../platform/crypto/crypto.ts'
import type { OrgContext, PublicContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found } from '../../../platform/resources/checks.ts'
import { openSecrets, sealSecrets } from '../connection-secrets.ts'
import { connectors } from '../connectors/index.ts'
import { fill } from '../kit/auth.ts'
import { ServiceError } from '../kit/service-error.ts'
import { faultColumns, findConnection, lockConnection, takeState, works, writeConnection } from '../store.ts'
import type { ConnectionRow } from '../store.ts'
import { keepTest, tryConnection } from '../test-connection.ts'
import { requestTokens } from './token-request.ts'

const signInMs = 10 * 60_000
const bytes = 32
const cookieName = 'integration_sign_in'

export const stateHash = (state: string): string => hashToken(state).toString('base64url')
const callbackUrl = ({ config }: Platform): string => `${config.publicUrl}/api/integrations/callback`

const oauthOf = (row: ConnectionRow) => {
  const auth = connectors.get(row.connector)?.auth[row.auth]
  return auth?.kind === 'oauth2' ? auth : null
}

/** Where the browser goes to sign in at the provider. State and verifier (PKCE) are good once, for ten minutes, in this browser. */
export async function beginSignIn(
  platform: Platform,
  { tx, caller, audit, setCookie }: OrgContext,
  id: string,
): Promise<{ location: string }> {
  const row = found(await lockConnection(tx, id))
  const auth = oauthOf(row)
  if (!auth) throw conflict('This connection has no sign-in at a provider.')
  const [state, verifier, browser] = [token(), token(), token()]
  const secrets = { ...openSecrets(platform, row), verifier, browser }
  const fields = row.fields as Record<string, string>
  await writeConnection(tx, id, {
    secrets: sealSecrets(platform, id, secrets),
    state_hash: stateHash(state),
    state_until: new Date(platform.clock.now().getTime() + signInMs),
    state_user: caller.userId,
  })
  const url = new URL(fill(auth.authorizeUrl, fields))
  const query = {
    ...auth.parameters,
    response_type: 'code',
    client_id: fields['clientId'] ?? '',
    redirect_uri: callbackUrl(platform),
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(auth.scopes.length > 0 ? { scope: auth.scopes.join(' ') } : {}),
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  setCookie(cookieName, browser, signInMs / 1_000)
  audit({ targetId: id, targetName: row.name })
  return { location: url.href }
}

const token = (): string => randomBytes(bytes).toString('base64url')

/** The provider's answer: tokens for the code, a test, and back to the page. Whatever fails is shown there. */
export async function completeSignIn(platform: Platform, context: PublicContext): Promise<{ location: string }> {
  const response = new URLSearchParams(context.search())
  const now = platform.clock.now()
  const place = await platform.db.withSystem((tx) => takeState(tx, stateHash(response.get('state') ?? ''), now))
  const browser = context.readCookie(cookieName) ?? ''
  context.setCookie(cookieName, null)
  const back = (outcome: Record<string, string>) => ({ location: `/dashboard/integrations?${new URLSearchParams(outcome).toString()}` })
  if (!place) return back({ failed: 'expired' })
  const row = await platform.db.withOrg(place.orgId, (tx) => findConnection(tx, place.id))
  const auth = row && oauthOf(row)
  if (!row || !auth) return back({ failed: 'expired' })
  const secrets = openSecrets(platform, row)
  // Another browser than the one that began: its person would connect an account that is not theirs.
  if (browser === '' || browser !== secrets['browser']) return back({ failed: 'expired' })
  const { verifier = '' } = secrets
  /** The rest of what is stored now, for what becomes of it; meanwhile a member may have changed it. False: another sign-in has begun, or it moved. */
  const end = (change: (kept: Record<string, string>, locked: ConnectionRow) => Parameters<typeof writeConnection>[2]) =>
    platform.db.withOrg(place.orgId, async (tx) => {
      const locked = await lockConnection(tx, place.id)
      const { verifier: _verifier, browser: current, ...kept } = locked ? openSecrets(platform, locked) : {}
      if (!locked || current !== browser) return false
      await writeConnection(tx, place.id, change(kept, locked))
      return true
    })
  try {
    const code = response.get('code')
    if (!code) throw new ServiceError(response.get('error_description') ?? response.get('error') ?? 'The provider gave no code')
    const outside = {
      httpOut: platform.httpOut,
      allow: platform.config.egressAllow,
      isHeld: platform.hold.isOn,
      now: () => platform.clock.now(),
    }
    const grant = { grant_type: 'authorization_code', code, redirect_uri: callbackUrl(platform), code_verifier: verifier }
    const tokens = await requestTokens(outside, auth, { ...(row.fields as Record<string, string>), ...secrets }, grant, context.signal())
    const isKept = await end((kept, locked) => ({
      secrets: sealSecrets(platform, row.id, { ...kept, accessToken: tokens.accessToken, refreshToken: tokens.refreshToken }),
      fields: JSON.stringify({ ...(locked.fields as Record<string, string>), ...tokens.kept }),
      expires_at: tokens.expiresAt,
      is_renewable: tokens.refreshToken !== '',
      reconnect_noticed_for: null,
      ...works,
      connected_at: now,
    }))
    if (!isKept) return back({ failed: 'expired' })
    const outcome = await tryConnection(platform, place.orgId, row.id, context.signal())
    await keepTest(platform, place.orgId, row.id, outcome)
    return back({ connected: row.id })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { text } = error
    // A sign-in that was cancelled says nothing of the one before: what worked goes on.
    await end((kept) => ({ ...faultColumns(text), secrets: sealSecrets(platform, row.id, kept) }))
    return back({ failed: row.id })
  }
}
