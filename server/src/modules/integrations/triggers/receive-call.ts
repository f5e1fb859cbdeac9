import type { RawResponse, UploadedFile } from '@imperium/contract/kit/endpoint.ts'
import { limited, notFound, unauthenticated } from '../../../platform/errors.ts'
import type { PublicContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { decodeText } from '../../../platform/text/charset.ts'
import { isSuspended } from '../../organizations/index.ts'
import { openSecrets } from '../connection-secrets.ts'
import { connectors } from '../connectors/index.ts'
import { InputError, readInput } from '../kit/read-input.ts'
import { itemsOfCall } from '../kit/read-poll.ts'
import { at } from '../kit/read-value.ts'
import { ServiceError } from '../kit/service-error.ts'
import type { HookTrigger } from '../kit/trigger.ts'
import { stateHash } from '../oauth/sign-in.ts'
import { hookUrl } from '../show-connector.ts'
import { faultColumns, findByHook, findConnection } from '../store.ts'
import type { ConnectionRow } from '../store.ts'
import { findTrigger } from './subscribe.ts'
import { startWithNew } from './start-workflows.ts'
import { allOrNothing } from '../../../platform/db/savepoint.ts'
import { changeSubscription, listHookSubscriptions } from './subscriptions-store.ts'

interface Call {
  params: { token: string }
  body: UploadedFile
}

const retrySeconds = 300
const ok: RawResponse = { status: 200, contentType: 'application/json; charset=utf-8', body: '{"success":true}' }

/** A call of a connected service: checked by its own signature, then each item starts its workflows once. @throws 404, 401, 429. */
export async function receiveCall(platform: Platform, { params: { token }, body }: Call, context: PublicContext): Promise<RawResponse> {
  const { db } = platform
  const place = await db.withSystem((tx) => findByHook(tx, stateHash(token)))
  const row = place && (await db.withOrg(place.orgId, (tx) => findConnection(tx, place.id)))
  const connector = row && connectors.get(row.connector)
  const auth = row && connector?.auth[row.auth]
  if (!place || !row || !connector || !auth) throw notFound()
  const secrets = openSecrets(platform, row)
  checkSignature(platform, row, { token, body, context, secret: secrets['hookSecret'] ?? '' })
  const parsed = parse(body)
  const challenge = at(parsed, 'challenge')
  // Slack proves an address so, before it calls it.
  if (at(parsed, 'type') === 'url_verification' && typeof challenge === 'string')
    return { status: 200, contentType: 'text/plain; charset=utf-8', body: challenge.slice(0, 1_000) }
  const connection = { connector, auth, fields: { ...(row.fields as Record<string, string>), ...secrets } }
  const call = { headers: context.headers(), body: parsed }
  const refusal = await db.withOrg(place.orgId, async (tx) => {
    // The service calls again, as for any refusal that passes.
    if (await isSuspended(tx)) throw limited(retrySeconds, 'This address takes no calls at the moment. Try again later.')
    let full: ServiceError | null = null
    for (const subscription of await listHookSubscriptions(tx, place.id)) {
      const trigger = findTrigger(row.connector, subscription.trigger)
      if (trigger?.kind !== 'hook') continue
      const items = itemsOfCall(connection, trigger, itemsOf(trigger, call, subscription.input))
      const startedBy = `${connector.name}: ${trigger.title}`
      const polledAt = platform.clock.now()
      // Where too many items wait for one workflow, the others start all the same; what is sent again starts none of them twice.
      try {
        const kept = await allOrNothing(tx, () => startWithNew(platform, tx, subscription, { items, startedBy, isPriming: false }))
        await changeSubscription(tx, subscription.workflow_id, { ...kept, is_primed: true, polled_at: polledAt })
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        full = error
        await changeSubscription(tx, subscription.workflow_id, { ...faultColumns(error.text), polled_at: polledAt })
      }
    }
    return full
  })
  if (refusal) throw limited(retrySeconds, refusal.text)
  return ok
}

interface Signed {
  token: string
  body: UploadedFile
  context: PublicContext
  secret: string
}

function checkSignature(platform: Platform, row: ConnectionRow, { token, body, context, secret }: Signed): void {
  const hooks = Object.values(connectors.get(row.connector)?.triggers ?? {}).filter((each): each is HookTrigger => each.kind === 'hook')
  const call = { headers: context.headers(), body: body.bytes, url: hookUrl(platform, token), now: platform.clock.now() }
  if (!hooks.some(({ verify }) => verify(call, secret))) throw unauthenticated('The signature of this call does not match.')
}

function itemsOf(trigger: HookTrigger, call: Parameters<HookTrigger['items']>[0], given: unknown): readonly unknown[] {
  try {
    return trigger.items(call, readInput(trigger.input, given))
  } catch (error) {
    if (error instanceof InputError) return []
    throw error
  }
}

function parse({ contentType, bytes }: UploadedFile): unknown {
  const text = decodeText(bytes, { contentType })?.text ?? Buffer.from(bytes).toString('utf8')
  if (contentType === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(text))
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
