import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { integrationLimits } from '@imperium/contract/integrations.ts'
import type { ConfigureBody, ConnectBody, Connection } from '@imperium/contract/integrations.ts'
import { asValue, message } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { AppError, conflict, invalid } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { assertFresh, fieldConflict, found, nextStamp } from '../../platform/resources/checks.ts'
import { lockNoun } from '../../platform/resources/lock-noun.ts'
import { nameSome } from '../../platform/text/name-some.ts'
import { fieldsOf, hasHooks, keyField } from './auth-fields.ts'
import { openSecrets, previewOf, sealSecrets, splitFields } from './connection-secrets.ts'
import { usersOf } from './connection-users.ts'
import { connectors } from './connectors/index.ts'
import { importDocument } from './documented/import-document.ts'
import { hasChanged } from './documented/compare-tools.ts'
import { StoredDocument } from './documented/stored-document.ts'
import type { Auth } from './kit/auth.ts'
import type { Connector } from './kit/connector.ts'
import { stateHash } from './oauth/sign-in.ts'
import { toConnection } from './show-connector.ts'
import {
  countConnections,
  deleteConnection,
  faultColumns,
  findConnection,
  insertConnection,
  isNameTaken,
  lockConnection,
  noFault,
  works,
  writeConnection,
} from './store.ts'
import type { ConnectionRow } from './store.ts'
import { dayMs } from './mark-failing.ts'
import { changedTools, tryCredentials } from './test-connection.ts'
import type { TestOutcome } from './test-connection.ts'

type WithoutTx = Omit<OrgContext, 'tx'>
type Given = Readonly<Record<string, string>>
const hookTokenBytes = 32
/** What a sign-in keeps with the secrets, besides the fields: tokens, and proofs of one that is under way. */
const ofSignIn: ReadonlySet<string> = new Set(['accessToken', 'refreshToken', 'verifier', 'browser'])
const onlySignIn = (given: Given): Record<string, string> => Object.fromEntries(Object.entries(given).filter(([key]) => ofSignIn.has(key)))
const withoutSignIn = (given: Given): Record<string, string> =>
  Object.fromEntries(Object.entries(given).filter(([key]) => !ofSignIn.has(key)))

export const present = (platform: Platform, row: ConnectionRow): Connection => {
  const hasHookSecret = Boolean(openSecrets(platform, row)['hookSecret'])
  return toConnection({ ...row, hasHookSecret }, platform)
}

/** Connects a service. By a key it is tested first; by OAuth it waits for the sign-in. @throws 409; 422 with the service's own words. */
export async function connect(platform: Platform, context: WithoutTx, body: z.output<typeof ConnectBody>): Promise<Connection> {
  const connector = connectors.get(body.connectorId)
  const auth = connector?.auth[body.auth]
  if (!connector || !auth) throw invalid([{ path: 'connectorId', message: 'There is no such integration' }])
  const document = await documentOf(platform, connector, body.document, { orgId: context.org.id, signal: context.signal() })
  const given = withServer(trimmed(body.fields), document)
  checkFields(connector, auth, given)
  checkServer(document, given)
  const outcome = await testGiven(platform, connector, auth, given, context.signal())
  // No tool of a server is accepted before a person has read what it says.
  const offered = outcome?.ok ? StoredDocument.nullable().parse(outcome.offer ?? null) : null
  const kept = document ?? (offered && { ...offered, tools: [] })
  const id = newId()
  const row = await context.inOrg(async (tx) => {
    const name = await freeName(tx, body.name ?? (kept?.title || connector.name), body.name !== undefined, id)
    if ((await countConnections(tx)) >= integrationLimits.connections)
      throw conflict(message('An organization can have at most {max} connections.', { max: integrationLimits.connections }))
    const now = platform.clock.now()
    const isConnected = outcome?.ok === true
    await insertConnection(tx, {
      id,
      name,
      connector: connector.id,
      auth: body.auth,
      ...(kept ? { document: JSON.stringify(kept) } : {}),
      ...columnsOf(platform, id, connector, auth, given),
      ...(hasHooks(connector) ? hookColumns() : {}),
      roles: [...new Set(body.roles)],
      is_for_automation: body.isForAutomation,
      status: isConnected ? 'connected' : 'waiting',
      account: outcome?.ok ? outcome.account : null,
      ...(isConnected ? { connected_at: now, last_sync_at: now, tested_at: now, test_due_at: new Date(now.getTime() + dayMs) } : {}),
      created_by: context.actor.name,
      created_by_user: context.caller.userId,
    })
    return found(await findConnection(tx, id))
  })
  context.audit({ targetId: id, targetName: row.name, after: shown(row) })
  return present(platform, row)
}

/** Changes a connection; new credentials are tested first, and a changed address needs the secrets again. @throws 404, 409, 422. */
export async function configure(
  platform: Platform,
  context: WithoutTx,
  id: string,
  { updatedAt, ...body }: z.output<typeof ConfigureBody>,
): Promise<Connection> {
  const before = found(await context.inOrg((tx) => findConnection(tx, id)))
  assertFresh(before, updatedAt)
  const connector = connectors.get(before.connector)
  const auth = connector?.auth[before.auth]
  if (!connector || !auth) throw conflict('This integration is no longer part of Imperium.')
  const stored = openSecrets(platform, before)
  const renewed =
    body.document && (await documentOf(platform, connector, body.document, { orgId: context.org.id, signal: context.signal() }))
  const document = renewed ?? StoredDocument.nullable().parse(before.document)
  const given = body.fields && trimmed(body.fields)
  const merged = given && mergeFields(connector, auth, before, stored, given['baseUrl'] === '' ? withServer(given, document) : given)
  if (merged && connector.isDocumented) checkServer(document, merged)
  const known = { ...(before.fields as Given), ...stored }
  const tested = merged && (await testMerged(platform, { connector, auth, fields: merged, stored: known }, context.signal()))
  const { fields, outcome } = tested ?? {}
  // Its tools stay as they were accepted, and are not called until a person has looked at what differs.
  const offer = outcome?.ok && document ? outcome.offer : null
  const differs = offer !== null && document !== null && hasChanged(document.tools, StoredDocument.parse(offer).tools)
  const after = await context.inOrg(async (tx) => {
    const row = found(await lockConnection(tx, id))
    assertFresh(row, before.updated_at.toISOString())
    const now = platform.clock.now()
    if (body.name !== undefined) await freeName(tx, body.name, true, id)
    await writeConnection(tx, id, {
      ...(body.name === undefined ? {} : { name: body.name }),
      ...(body.roles === undefined ? {} : { roles: [...new Set(body.roles)] }),
      ...(body.isForAutomation === undefined ? {} : { is_for_automation: body.isForAutomation }),
      ...(fields ? columnsOf(platform, id, connector, auth, { ...fields, ...newestTokens(platform, row, fields) }) : {}),
      ...(renewed ? { document: JSON.stringify(renewed) } : {}),
      ...(outcome?.ok ? testedColumns(outcome, row, now) : {}),
      ...(fields && !outcome ? (fields['accessToken'] ? { test_due_at: now } : signInAgain) : {}),
      ...(differs ? { status: 'failing', ...faultColumns(changedTools), failing_since: now, failure_noticed_at: now } : {}),
      updated_at: nextStamp(row, now),
    })
    return found(await findConnection(tx, id))
  })
  context.audit({
    targetName: after.name,
    before: shown(before),
    after: { ...shown(after), isRenewed: fields !== undefined, hasNewActions: renewed !== undefined },
  })
  return present(platform, after)
}

const signInAgain = { status: 'waiting', ...noFault, failing_since: null, expires_at: null, test_due_at: null } as const

/** Tokens may have been renewed since the row was read: the older ones are worth nothing any more. */
const newestTokens = (platform: Platform, row: ConnectionRow, fields: Given): Given =>
  fields['accessToken'] ? onlySignIn(openSecrets(platform, row)) : {}

const testedColumns = (outcome: Extract<TestOutcome, { ok: true }>, row: ConnectionRow, now: Date) => ({
  ...works,
  account: outcome.account,
  tested_at: now,
  last_sync_at: now,
  connected_at: row.connected_at ?? now,
  test_due_at: new Date(now.getTime() + dayMs),
})

/** Deletes a connection with its credentials. @throws 404; 409 with what depends on it. */
export async function disconnect(platform: Platform, { tx, audit }: OrgContext, id: string): Promise<null> {
  const row = found(await lockConnection(tx, id))
  const users = await usersOf(platform, tx, id)
  if (users.length > 0) {
    const names = nameSome(users.map(({ name }) => name))
    throw conflict(message('This connection is used by {users}. Remove it there first.', { users: names }))
  }
  await deleteConnection(tx, id)
  audit({ targetName: row.name, before: shown(row) })
  return null
}

/** The document of a connector whose actions come from one; null for others. @throws 422 */
async function documentOf(
  platform: Platform,
  connector: Connector,
  given: z.output<typeof ConnectBody>['document'],
  reading: { orgId: string; signal: AbortSignal },
): Promise<StoredDocument | null> {
  if (connector.isDocumented) {
    if (!given) throw invalid([{ path: 'document.url', message: 'Paste an OpenAPI document, or enter its address' }])
    return importDocument(platform, given, reading)
  }
  if (given) throw invalid([{ path: 'document.url', message: 'This integration takes no document' }])
  return null
}

/** The document's own server where no address was entered. */
const withServer = (fields: Record<string, string>, document: StoredDocument | null): Record<string, string> =>
  document && !fields['baseUrl'] ? { ...fields, baseUrl: document.baseUrl } : fields

function checkServer(document: StoredDocument | null, fields: Given): void {
  if (document && !fields['baseUrl'])
    throw invalid([{ path: 'fields.baseUrl', message: 'The document names no server: enter its address' }])
}

const trimmed = (fields: Given): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, value.trim()]))

/** @throws 422 by field. */
function refuseUnknown(known: ReturnType<typeof fieldsOf>, given: Given): void {
  const unknown = Object.keys(given).filter((key) => !known.some((field) => field.key === key))
  if (unknown.length > 0) throw invalid(unknown.map((key) => ({ path: `fields.${key}`, message: 'There is no such field' })))
}

/** @throws 422 by field. */
function checkFields(connector: Connector, auth: Auth, given: Given): void {
  const known = fieldsOf(connector, auth)
  refuseUnknown(known, given)
  const errors = known.flatMap(({ key, label, isOptional, kind }) => {
    const value = given[key] ?? ''
    const path = `fields.${key}`
    if (value === '') return isOptional ? [] : [{ path, ...message('{field} is required', { field: label }) }]
    if (kind === 'address' && !/^https?:\/\/[^\s]+$/.test(value)) return [{ path, message: 'Must be a web address' }]
    if (kind === 'host' && !/^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(value)) return [{ path, message: 'Must be a host name' }]
    return kind === 'number' && !/^\d+$/.test(value) ? [{ path, message: 'Must be a number' }] : []
  })
  if (errors.length > 0) throw invalid(errors)
}

/**
 * The service may refuse the token of a changed sign-in (a rotated client secret). The next test, which is due now, renews it; without a
 * refresh token, a person signs in again. @throws 422
 */
async function testMerged(
  platform: Platform,
  { connector, auth, fields, stored }: { connector: Connector; auth: Auth; fields: Given; stored: Given },
  signal: AbortSignal,
): Promise<{ fields: Given; outcome: TestOutcome | null }> {
  if (auth.kind !== 'oauth2' || !fields['accessToken'])
    return { fields, outcome: await testGiven(platform, connector, auth, fields, signal) }
  const outcome = await tryCredentials(platform, { connector, auth, fields }, signal)
  if (outcome.ok) return { fields, outcome }
  const isNewClient = ['clientId', 'clientSecret'].some((key) => fields[key] !== stored[key])
  if (!outcome.isRefused || !(isNewClient || (outcome.status === 401 && fields['refreshToken'])))
    throw refusalOf(connector, auth, outcome.error)
  return {
    fields: fields['refreshToken'] ? fields : withoutSignIn(fields),
    outcome: null,
  }
}

/** Null where the credentials come later (OAuth). @throws 422 with the service's own words. */
async function testGiven(
  platform: Platform,
  connector: Connector,
  auth: Auth,
  fields: Given,
  signal: AbortSignal,
): Promise<TestOutcome | null> {
  if (auth.kind === 'oauth2' && !fields['accessToken']) return null
  const outcome = await tryCredentials(platform, { connector, auth, fields }, signal)
  if (outcome.ok) return outcome
  throw refusalOf(connector, auth, outcome.error)
}

function refusalOf(connector: Connector, auth: Auth, reason: Text): AppError {
  const text = message('{service} refused the connection: {reason}', { service: connector.name, reason: asValue(reason) })
  const key = keyField(connector, auth)
  return new AppError('VALIDATION_FAILED', 422, text, { errors: [{ path: key ? `fields.${key}` : 'fields', ...text }] })
}

/** What is stored, with what was given; an empty secret stays. @throws 422 where a secret would go to another address. */
function mergeFields(
  connector: Connector,
  auth: Auth,
  row: ConnectionRow,
  stored: Given,
  given: Record<string, string>,
): Record<string, string> {
  const open = row.fields as Record<string, string>
  const known = fieldsOf(connector, auth)
  refuseUnknown(known, given)
  const secrets = known.filter(({ isSecret }) => isSecret).map(({ key }) => key)
  const isPlace = ({ key, kind }: (typeof known)[number]) => kind === 'address' || kind === 'host' || key === 'port' || key === 'tls'
  const isMoved = known.some(
    (field) => isPlace(field) && field.key in given && !field.isSecret && (given[field.key] ?? '') !== (open[field.key] ?? ''),
  )
  const kept = secrets.filter((key) => stored[key] && !given[key] && key !== 'hookSecret')
  if (isMoved && kept.length > 0)
    throw invalid(kept.map((key) => ({ path: `fields.${key}`, message: 'Enter the secret again to send it to another host' })))
  const filled = Object.fromEntries(Object.entries(given).filter(([key, value]) => value !== '' || !secrets.includes(key)))
  // Tokens are secrets of the place that gave them, and are in no field: at another one a person signs in anew.
  const sealed = isMoved ? withoutSignIn(stored) : stored
  const merged = { ...open, ...sealed, ...filled }
  const checked = Object.fromEntries(known.map(({ key }) => [key, merged[key] ?? '']))
  checkFields(connector, auth, checked)
  return merged
}

function columnsOf(platform: Platform, id: string, connector: Connector, auth: Auth, given: Given) {
  const known = fieldsOf(connector, auth)
  const { open, secret } = splitFields(known, given)
  const plain = withoutSignIn(open)
  const tokens = Object.fromEntries(Object.entries(onlySignIn(open)).filter(([, value]) => value !== ''))
  const key = keyField(connector, auth)
  return {
    fields: JSON.stringify(plain),
    secrets: sealSecrets(platform, id, { ...secret, ...tokens }),
    key_preview: previewOf((key && given[key]) || ''),
  }
}

function hookColumns() {
  const token = randomBytes(hookTokenBytes).toString('base64url')
  return { hook_token: token, hook_hash: stateHash(token) }
}

const shown = ({ connector, name, roles, is_for_automation: isForAutomation, fields }: ConnectionRow) => ({
  connector,
  name,
  roles,
  isForAutomation,
  fields,
})

/** The name, or with a number where it was not chosen by a person. @throws 409 where it was. */
async function freeName(tx: OrgTx, wanted: string, isChosen: boolean, id: string): Promise<string> {
  await lockNoun(tx, 'integration_connections')
  if (!(await isNameTaken(tx, wanted, id))) return wanted
  if (isChosen) throw fieldConflict('name', 'This name is already used')
  for (let number = 2; ; number++) if (!(await isNameTaken(tx, `${wanted} ${number}`, id))) return `${wanted} ${number}`
}
