import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentEvents } from '@imperium/contract/events/agents.ts'
import type { RecurringInvoice } from '@imperium/contract/sales/sales-recurring.ts'
import type { WorkflowDetail } from '@imperium/contract/workflows/workflows.ts'
import { newId } from '../../platform/ids.ts'
import { queueContactEmail } from '../../platform/mail/queue-email.ts'
import { renderEmail } from '../../platform/mail/render-email.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { pause, until } from '../../testing/test-runs.ts'

// Everything due is left alone while an organization is at rest, and goes on within seconds when it is taken up again, nothing twice.
// Running campaigns: campaigns/engine/stops.test.ts; runs in hand: workflows/engine/suspended.test.ts.

let t: TestApp
const received: string[] = []
const receiver = createServer((request, response) => {
  received.push(request.url ?? '')
  request.resume().once('end', () => response.end('ok'))
})
let address = ''
let user: TestUser
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  t = await createTestApp({ log: 'error', env: { EGRESS_ALLOW: '127.0.0.1' } })
  await t.startWorkers()
  user = await t.register()
})
afterAll(async () => {
  await t.close()
  receiver.closeAllConnections()
  receiver.close()
})

const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
  const reply = await t.call<T>(method, `/api${path}`, { token: user.token, ...(body ? { body } : {}) })
  expect([200, 201], JSON.stringify(reply.body)).toContain(reply.status)
  return reply.body.data
}
const start = async (trigger: object): Promise<string> => {
  const definition = { steps: [{ id: 'start', name: 'Start', ...trigger }], edges: [], settings: {} }
  const { id } = await call<WorkflowDetail>('POST', '/workflows', { name: `Flow ${newId()}`, description: 'For tests', definition })
  await call('POST', `/workflows/${id}/publish`, { revision: 1 })
  return id
}
const count = async (text: string, values: unknown[]): Promise<number> =>
  (await t.owner.query<{ n: number }>(`select count(*)::int as n from ${text}`, values)).rows[0]?.n ?? 0

interface Things {
  scheduled: string
  heard: string
  recurring: string
  timed: string
  path: string
}

/** What has gone out or begun. */
async function done({ scheduled, heard, recurring, timed, path }: Things) {
  return {
    scheduled: await count('app.workflow_runs where workflow_id = $1', [scheduled]),
    // It is reached, and paused because it has no account to send by.
    timed: await count(`app.campaigns where id = $1 and status = 'paused'`, [timed]),
    heard: await count('app.workflow_runs where workflow_id = $1', [heard]),
    invoices: await count('app.sales_invoices where recurring_id = $1', [recurring]),
    invoiceMails: await count(`app.sandbox_mail where org_id = $1 and recipient = $2`, [user.orgId, `${path}@example.com`]),
    queuedMails: await count(`app.sandbox_mail where org_id = $1 and recipient = $2`, [user.orgId, `queued-${path}@example.com`]),
    calls: received.filter((each) => each === `/${path}`).length,
  }
}

const suspended = {
  rest: () => t.owner.query(`update auth.organizations set status = 'SUSPENDED' where id = $1`, [user.orgId]),
  wake: () => t.owner.query(`update auth.organizations set status = 'ACTIVE' where id = $1`, [user.orgId]),
}
const deleted = {
  rest: () => call('POST', `/organizations/${user.orgId}/deletion`, { slug: user.slug }),
  wake: () => call('DELETE', `/organizations/${user.orgId}/deletion`),
}

test.each([
  ['suspended', suspended],
  ['deleted', deleted],
])('what is due of an organization that is %s waits and goes on', { timeout: 60_000 }, async (path, { rest, wake }) => {
  const scheduled = await start({ type: 'trigger_schedule', config: { cron: '0 0 1 1 *' } })
  const heard = await start({ type: 'trigger_event', config: { event: 'agent.created' } })
  await call('POST', '/webhooks', { name: path, url: `${address}/${path}`, events: ['agent.created'] })
  const { id: contactId } = await call<{ id: string }>('POST', '/contacts', { firstName: 'Ada', email: `${path}@example.com` })
  const terms = { contactId, every: 'month', mode: 'send', lines: [{ description: 'Rent', quantity: 1, unitPrice: 5_00 }] }
  const tomorrow = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const { id: recurring } = await call<RecurringInvoice>('POST', '/sales-recurring', { ...terms, startsOn: tomorrow })
  const schedule = { type: 'scheduled', startAt: '2026-01-01T09:00', timeZone: 'UTC' }
  const definition = { content: { text: 'Hello' }, audience: { kind: 'all' }, schedule }
  const { id: timed } = await call<{ id: string }>('POST', '/campaigns', { name: path, channel: 'sms', definition })
  const things = { scheduled, heard, recurring, timed, path }
  await rest()

  await t.owner.query(`update app.workflow_triggers set next_at = now() where workflow_id = $1 and kind = 'schedule'`, [scheduled])
  await t.owner.query(`update app.campaigns set status = 'scheduled', next_at = now() where id = $1`, [timed])
  await t.owner.query('update app.sales_recurring set next_on = current_date where id = $1', [recurring])
  await t.platform.db.withOrg(user.orgId, async (tx) => {
    await t.platform.events.emit(tx, agentEvents.created, { agentId: newId(), name: 'New' })
    const email = renderEmail({ language: 'en', subject: 'Invoice', organizationName: 'Org', paragraphs: ['Text'], notes: [] })
    await queueContactEmail(t.platform, tx, `queued-${path}@example.com`, email)
  })
  await until(async () => (await count('app.rested_jobs where org_id = $1', [user.orgId])) >= 2, 10_000)
  await pause(700)
  const nothing = { scheduled: 0, timed: 0, heard: 0, invoices: 0, invoiceMails: 0, queuedMails: 0, calls: 0 }
  expect(await done(things)).toEqual(nothing)

  await wake()
  const all = { scheduled: 1, timed: 1, heard: 1, invoices: 1, invoiceMails: 1, queuedMails: 1, calls: 1 }
  await until(async () => Object.values(await done(things)).every((each) => each > 0), 20_000).catch(() => undefined)
  expect(await done(things)).toEqual(all)
  await pause(700)
  expect(await done(things)).toEqual(all)
  expect(await count('app.rested_jobs where org_id = $1', [user.orgId])).toBe(0)
})
