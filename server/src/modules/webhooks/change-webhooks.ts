import { webhookLimits } from '@imperium/contract/webhooks.ts'
import type { CreatedWebhook, CreateWebhookBody, UpdateWebhookBody, Webhook } from '@imperium/contract/webhooks.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { events as catalogue } from '@imperium/contract/registry.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { conflict, invalid } from '../../platform/errors.ts'
import { signal } from '../../platform/events/live.ts'
import { newId } from '../../platform/ids.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { assertFresh, fieldConflict, found, nextStamp } from '../../platform/resources/checks.ts'
import { withoutUndefined } from '../../platform/resources/without-undefined.ts'
import { lockNoun } from '../../platform/resources/lock-noun.ts'
import { checkFields } from './check-fields.ts'
import { checkUrl } from './check-url.ts'
import { resetHealth, wakeQueue } from './deliveries/queue-store.ts'
import { countWebhooks, findWebhook, insertWebhook, isNameTaken, lockWebhook, markDeleted, toWebhook, writeWebhook } from './store.ts'
import type { WebhookRow } from './store.ts'
import { makeSecret, openHeaders, openSecret, sealHeaders } from './webhook-secret.ts'
import { webhookChanged } from './webhook-signals.ts'

const hourMs = 3_600_000
const types = new Set(catalogue.map(({ type }) => type))

/** @throws 409 when the name is taken or there are too many; 422 for unknown events and addresses that may not be called. */
export async function createWebhook(platform: Platform, context: OrgContext, body: CreateWebhookBody): Promise<CreatedWebhook> {
  const { tx, actor, caller, audit } = context
  checkEvents(body.events)
  checkFields(body)
  checkMayInclude(context, body.includesContact)
  await checkUrl(platform, body.url)
  const id = newId()
  await assertNameFree(tx, body.name, id)
  if ((await countWebhooks(tx)) >= webhookLimits.perOrganization)
    throw conflict(message('An organization can have at most {max} webhooks.', { max: webhookLimits.perOrganization }))
  const { plain, sealed, hint } = makeSecret(platform, id)
  const fields = { ...fieldsOf(body), ...headersOf(platform, id, body.headers, {}) }
  await insertWebhook(tx, { id, secret: sealed, secret_hint: hint, created_by: actor.name, created_by_user: caller.userId }, fields)
  audit({ targetId: id, targetName: body.name, after: shown(body, fields.header_names) })
  return { ...toWebhook(found(await findWebhook(tx, id)), platform.clock.now()), plainSecretKey: plain }
}

/** @throws 404; 409 for a stale write and for a name that is taken; 422 as `createWebhook`. */
export async function updateWebhook(
  platform: Platform,
  context: OrgContext,
  id: string,
  { updatedAt, headers, isEnabled, ...given }: UpdateWebhookBody,
): Promise<Webhook> {
  const { tx, audit } = context
  const now = platform.clock.now()
  const change = withoutUndefined(given)
  if (change.events) checkEvents(change.events)
  checkMayInclude(context, change.includesContact)
  if (change.url !== undefined) await checkUrl(platform, change.url)
  if (change.name !== undefined) await assertNameFree(tx, change.name, id)
  const row = found(await lockWebhook(tx, id))
  assertFresh(row, updatedAt)
  if (change.url !== undefined && new URL(change.url).origin !== new URL(row.url).origin) checkNoneKept(row.header_names, headers)
  const kept = headers && headersOf(platform, id, headers, openHeaders(platform, id, row.headers))
  const before = toWebhook(row, now)
  if (change.events || change.filter || change.orderingKey !== undefined) checkFields({ ...before, ...change })
  const fields = fieldsOf({ ...before, ...change })
  await writeWebhook(tx, id, { ...fields, ...kept, ...switched(row, isEnabled, now), updated_at: nextStamp(row, now) })
  if (isEnabled && !row.is_enabled) await resetHealth(tx, id)
  await tellChange(tx, id)
  const after = toWebhook(found(await findWebhook(tx, id)), now)
  audit({ targetName: after.name, before: shown(before, row.header_names), after: shown(after, kept?.header_names ?? row.header_names) })
  return after
}

/** @throws 404. */
export async function removeWebhook({ clock }: Platform, { tx, audit }: OrgContext, id: string): Promise<null> {
  const { name, url, events } = found(await markDeleted(tx, id, clock.now()))
  await tellChange(tx, id)
  audit({ targetName: name, before: { name, url, events } })
  return null
}

/** @throws 404. */
export async function revealSecret(platform: Platform, { tx, audit }: OrgContext, id: string): Promise<{ plainSecretKey: string }> {
  const { name, secret } = found(await findWebhook(tx, id))
  audit({ targetName: name })
  return { plainSecretKey: openSecret(platform, id, secret) }
}

/** To an API key the new secret is not shown: a member reads it after a recent sign-in. @throws 404. */
export async function rotateSecret(
  platform: Platform,
  { tx, key, audit }: OrgContext,
  id: string,
  overlapHours: number,
): Promise<CreatedWebhook> {
  const now = platform.clock.now()
  const row = found(await lockWebhook(tx, id))
  const { plain, sealed, hint } = makeSecret(platform, id)
  const former = overlapHours > 0 ? { former_secret: row.secret, former_until: new Date(now.getTime() + overlapHours * hourMs) } : null
  const next = former ?? { former_secret: null, former_until: null }
  await writeWebhook(tx, id, { secret: sealed, secret_hint: hint, ...next, updated_at: nextStamp(row, now) })
  await tellChange(tx, id)
  audit({ targetName: row.name, after: { overlapHours } })
  return { ...toWebhook(found(await findWebhook(tx, id)), now), plainSecretKey: key ? '' : plain }
}

/** Its holder reads it anew; without one a worker comes. */
async function tellChange(tx: OrgTx, id: string): Promise<void> {
  await wakeQueue(tx, id)
  await signal(tx, webhookChanged({ orgId: tx.orgId, webhookId: id }))
}

const fieldsOf = ({
  name,
  description,
  url,
  events,
  filter,
  orderingKey,
  ratePerSecond,
  includesContact,
}: Pick<Webhook, 'name' | 'description' | 'url' | 'events' | 'filter' | 'orderingKey' | 'ratePerSecond' | 'includesContact'>) => ({
  name,
  description,
  url,
  events,
  filter,
  ordering_key: orderingKey,
  rate_per_second: ratePerSecond,
  includes_contact: includesContact,
})

/** For the audit, which names no values of headers. */
const shown = (webhook: Parameters<typeof fieldsOf>[0] & { isEnabled?: boolean }, headerNames: readonly string[]) => {
  const { name, description, url, events, filter, orderingKey, ratePerSecond, includesContact, isEnabled = true } = webhook
  return { name, description, url, events, filter, orderingKey, ratePerSecond, includesContact, isEnabled, headers: headerNames }
}

const switched = (row: WebhookRow, isEnabled: boolean | undefined, now: Date) => {
  if (isEnabled === undefined || isEnabled === row.is_enabled) return {}
  return isEnabled
    ? { is_enabled: true, disabled_reason: null, disabled_at: null }
    : { is_enabled: false, disabled_reason: 'member', disabled_at: now }
}

/** Drops rows with a blank key or value; a row without a value keeps the stored one. */
function headersOf(
  platform: Platform,
  id: string,
  rows: CreateWebhookBody['headers'],
  stored: Readonly<Record<string, string>>,
): { header_names: string[]; headers: string | null } {
  const storedBy = new Map(Object.entries(stored).map(([key, value]) => [key.toLowerCase(), value]))
  const kept = rows.flatMap(({ key, value = storedBy.get(key.toLowerCase()) ?? '' }) => (key !== '' && value !== '' ? [[key, value]] : []))
  const headers = Object.fromEntries(kept) as Record<string, string>
  return { header_names: Object.keys(headers), headers: sealHeaders(platform, id, headers) }
}

/** Stored values are write-only: a new address must not receive them. @throws 422 */
function checkNoneKept(stored: readonly string[], rows: UpdateWebhookBody['headers']): void {
  const names = new Set(stored.map((key) => key.toLowerCase()))
  const isKept = ({ key, value }: CreateWebhookBody['headers'][number]) => value === undefined && names.has(key.toLowerCase())
  const paths = rows ? rows.flatMap((row, index) => (isKept(row) ? [`headers.${index}.value`] : [])) : names.size > 0 ? ['headers'] : []
  if (paths.length > 0) throw invalid(paths.map((path) => ({ path, message: 'Enter the header values again: the address has changed' })))
}

/** A webhook must not show contacts to a key that may not read them. @throws 422 */
function checkMayInclude({ may }: OrgContext, includesContact: boolean | undefined): void {
  if (includesContact && !may('contacts:read'))
    throw invalid([{ path: 'includesContact', message: 'This needs the right to read contacts' }])
}

function checkEvents(events: readonly string[]): void {
  const errors = events.flatMap((type, index) =>
    types.has(type) ? [] : [{ path: `events.${index}`, ...message('There is no event "{type}"', { type }) }],
  )
  if (errors.length > 0) throw invalid(errors)
}

async function assertNameFree(tx: OrgTx, name: string, exceptId: string): Promise<void> {
  await lockNoun(tx, 'webhooks')
  if (await isNameTaken(tx, name, exceptId)) throw fieldConflict('name', 'This name is already used')
}
