import { newId } from '../../../platform/ids.ts'
import type { PagedSamples, Sample, Samples, Setting } from '../../../testing/matrix/sample.ts'

const body = ({ word }: Setting) => ({
  name: word('Webhook'),
  url: 'https://hooks.example.com/imperium',
  events: ['agent.created'],
  headers: [{ key: 'X-Team', value: 'sales' }],
})

/** Reused ones: the matrix sends more variants than an organization may have webhooks. */
const kept = new WeakMap<Setting['org'], string>()
async function webhookOf(setting: Setting): Promise<string> {
  const id = kept.get(setting.org) ?? String((await setting.create('webhooks.create'))['id'])
  kept.set(setting.org, id)
  return id
}

const onKept = async (setting: Setting): Promise<Sample> => ({ params: { id: await webhookOf(setting) } })

/** A delivery that failed. */
async function onDelivery(setting: Setting): Promise<Sample> {
  const id = await webhookOf(setting)
  const deliveryId = newId()
  await setting.t.owner.query(
    `insert into app.webhook_deliveries (org_id, id, webhook_id, event_id, event, body, status, attempts, failures, error)
     values ($1, $2, $3, $2, 'agent.created', $4, 'failed', 1, 1, 'The receiver did not accept the delivery.')`,
    [setting.org.id, deliveryId, id, JSON.stringify({ id: deliveryId, event: 'agent.created', data: { name: setting.word('Agent') } })],
  )
  return { params: { id, deliveryId } }
}

export const samples: Samples<'webhooks'> = {
  'webhooks.list': () => ({ query: { limit: '2' } }),
  'webhooks.stats': () => ({}),
  'webhooks.catalogue': () => ({}),
  'webhooks.read': onKept,
  'webhooks.create': (setting: Setting): Sample => ({ body: body(setting) }),
  'webhooks.update': async (setting: Setting): Promise<Sample> => ({
    ...(await onKept(setting)),
    body: { description: 'Changed by a sample' },
  }),
  'webhooks.remove': async ({ create }: Setting): Promise<Sample> => ({ params: { id: String((await create('webhooks.create'))['id']) } }),
  'webhooks.revealSecret': onKept,
  'webhooks.rotateSecret': async (setting: Setting): Promise<Sample> => ({ ...(await onKept(setting)), body: { overlapHours: 1 } }),
  'webhooks.test': async (setting: Setting): Promise<Sample> => ({ ...(await onKept(setting)), body: {} }),
  'webhooks.replay': async (setting: Setting): Promise<Sample> => ({
    ...(await onKept(setting)),
    body: { from: '2026-11-01T00:00:00.000Z' },
  }),
  'webhooks.sendWaiting': onKept,
  'webhooks.deliveries': async (setting: Setting): Promise<Sample> => ({ ...(await onKept(setting)), query: { limit: '2' } }),
  'webhooks.readDelivery': onDelivery,
  'webhooks.retryDelivery': onDelivery,
}

/** At least two rows, so that a first page of one row ends in a cursor. */
export const pagedSamples: PagedSamples = {
  'webhooks.list': async ({ create }: Setting): Promise<Sample> => {
    await create('webhooks.create')
    await create('webhooks.create')
    return {}
  },
  'webhooks.deliveries': async (setting: Setting): Promise<Sample> => {
    const sample = await onDelivery(setting)
    await onDelivery(setting)
    return { params: { id: sample.params?.['id'] ?? '' } }
  },
}
