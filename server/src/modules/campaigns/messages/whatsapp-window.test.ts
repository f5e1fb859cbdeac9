import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import type {
  CampaignDraft,
  CampaignRecipient,
  DryRun,
  MessagePreview,
  RecipientStory,
} from '@imperium/contract/campaigns/campaign-reports.ts'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import { newId } from '../../../platform/ids.ts'
import { until } from '../../../testing/campaigns/campaign-server.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'

// WhatsApp free text: the checks report contacts that have not written within 24 hours, and the provider is not called for them.

let t: TestApp
let user: TestUser
let server: Server
/** Numbers that the provider was asked to send to. */
const written: string[] = []
let cloudId = ''
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (bytes: Buffer) => (body += bytes.toString()))
    request.on('end', () => {
      const { to } = JSON.parse(body) as { to: string }
      written.push(`+${to}`)
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ messages: [{ id: `wamid.${to}` }] }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t = await createTestApp({ log: 'error', env: { EGRESS_ALLOW: '127.0.0.0/8' } })
  await t.startWorkers()
  user = await t.register()
  // No quiet hours: the tests run at any time of the day.
  await t.owner.query('insert into app.contact_settings (org_id, quiet_from, quiet_until) values ($1, null, null)', [user.orgId])
  const account = await call<{ id: string }>('POST', '/channels/accounts', {
    provider: 'whatsapp-cloud',
    name: 'Chats',
    settings: {
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v23.0`,
      phoneNumberId: '1001',
      businessAccountId: '2002',
    },
    secret: { accessToken: 'token-of-the-number', appSecret: 'secret' },
  })
  cloudId = account.id
})
afterAll(async () => {
  await t.close()
  server.closeAllConnections()
  server.close()
})

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const reply = await t.call<T>(method, `/api${path}`, { token: user.token, ...(body ? { body } : {}) })
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
  return reply.body.data
}

let count = 0
async function addContact(): Promise<{ id: string; phone: string }> {
  count += 1
  const phone = `+44207946${String(1000 + count)}`
  const { id } = await call<{ id: string }>('POST', '/contacts', { phone, firstName: `Con${count}` })
  await call('POST', `/contacts/${id}/consents`, { channel: 'whatsapp', purpose: 'marketing', source: 'manual', proof: 'Said so' })
  return { id, phone }
}

/** A message of a contact arrived on an account so many hours ago; null: on the sandbox. */
const wrote = ({ phone }: { phone: string }, hoursAgo: number, accountId: string | null, kind = 'message') =>
  t.owner.query(
    `insert into app.inbound_items (org_id, id, account_id, channel, kind, external_id, sender, at)
     values ($1, $2::uuid, $3, 'whatsapp', $4, $2::uuid::text, $5, now() - make_interval(secs => $6))`,
    [user.orgId, newId(), accountId, kind, phone, hoursAgo * 3600],
  )

const make = (contacts: { id: string }[], definition: object) =>
  call<{ id: string }>('POST', '/campaigns', {
    name: 'Chat',
    channel: 'whatsapp',
    definition: {
      accountId: cloudId,
      content: { text: 'Hello {{ first_name }}' },
      audience: { kind: 'contacts', contactIds: contacts.map(({ id }) => id) },
      ...definition,
    },
  })

async function dryRun(campaignId: string) {
  await call('POST', `/campaigns/${campaignId}/dry-run`)
  const run = await until(async () => {
    const read = await call<DryRun>('GET', `/campaigns/${campaignId}/dry-run`)
    return read.status !== 'running' && read
  })
  expect(run.status).toBe('completed')
  const skipped = run.result?.skipped.map(({ reason, examples }) => [reason, examples.map(({ contactId }) => contactId).toSorted()])
  return { now: run.result?.now, skipped: Object.fromEntries(skipped ?? []) as Record<string, string[]> }
}

test('sends free text to contacts that wrote to this account within 24 hours; reports and skips the others', async () => {
  const [open, late, elsewhere, silent] = [await addContact(), await addContact(), await addContact(), await addContact()]
  await wrote(open, 30, cloudId)
  await wrote(open, 1, cloudId)
  await wrote(late, 24.1, cloudId)
  await wrote(elsewhere, 1, null)
  await wrote(silent, 1, cloudId, 'status')
  const closed = [late, elsewhere, silent].map(({ id }) => id).toSorted()
  const { id } = await make([open, late, elsewhere, silent], {})
  expect(await dryRun(id)).toEqual({ now: 1, skipped: { window_closed: closed } })
  const story = (contact: { id: string }) => call<z.infer<typeof RecipientStory>>('GET', `/campaigns/${id}/recipients/${contact.id}`)
  expect((await story(open)).answer).toBe('Nothing was sent yet. The message would be sent now.')
  const { answer: reply, checks } = await story(late)
  expect(reply).toBe(
    'Nothing was sent yet, and as of now nothing would be: WhatsApp allows free text only within 24 hours of a message from the person.',
  )
  expect(checks.find((check) => check.check === 'reach')).toMatchObject({ ok: false, reason: 'window_closed' })

  await call('POST', `/campaigns/${id}/send`, {})
  await until(async () => (await call<{ status: string }>('GET', `/campaigns/${id}`)).status === 'completed')
  expect(written).toEqual([open.phone])
  const rows = await call<CampaignRecipient[]>('GET', `/campaigns/${id}/recipients`)
  expect(Object.fromEntries(rows.map(({ contactId, status, reason }) => [contactId, [status, reason]]))).toEqual({
    [open.id]: ['sent', null],
    ...Object.fromEntries(closed.map((contactId) => [contactId, ['skipped', 'window_closed']])),
  })
  expect((await story(late)).answer).toBe('It was not sent: WhatsApp allows free text only within 24 hours of a message from the person.')
})

test('checks the window of a scheduled campaign at its send time', async () => {
  const [soon, recent] = [await addContact(), await addContact()]
  await wrote(soon, 23, cloudId)
  await wrote(recent, 1, cloudId)
  const startAt = new Date(Date.now() + 2 * 3_600_000).toISOString().slice(0, 16)
  const { id } = await make([soon, recent], { schedule: { type: 'scheduled', startAt, timeZone: 'UTC' } })
  expect(await dryRun(id)).toEqual({ now: 1, skipped: { window_closed: [soon.id] } })
})

test('an approved template needs no window, and of two variants only the free one does', async () => {
  const contacts = await Promise.all(Array.from({ length: 8 }, addContact))
  const body = { accountId: cloudId, name: 'spring', language: 'en', category: 'MARKETING', body: 'Hello' }
  const templateId = newId()
  await t.owner.query(
    `insert into app.whatsapp_templates (org_id, id, account_id, name, language, body, variables, status) values ($1, $2, $3, $4, $5, $6, 0, 'APPROVED')`,
    [user.orgId, templateId, cloudId, body.name, body.language, body.body],
  )
  const content = { whatsappTemplateId: templateId, whatsappVariables: [] }
  const plain = await make(contacts, { content })
  expect(await dryRun(plain.id)).toEqual({ now: 8, skipped: {} })
  const ab = { variants: [{ name: 'B', content: { text: 'Hello' }, share: 50 }] }
  const mixed = await make(contacts, { content, ab })
  const report = await dryRun(mixed.id)
  expect(report.now).toBe(8 - (report.skipped['window_closed']?.length ?? 0))
  expect(report.now).toBeGreaterThan(0)
  expect(report.now).toBeLessThan(8)
  written.length = 0
  await call('POST', `/campaigns/${mixed.id}/send`, {})
  await until(async () => (await call<{ status: string }>('GET', `/campaigns/${mixed.id}`)).status === 'completed')
  expect(written).toHaveLength(report.now ?? 0)
})

test('opens the window of the sandbox when the sandbox replies', async () => {
  const [answered, silent] = [await addContact(), await addContact()]
  await wrote(answered, 1, null)
  await wrote(silent, 1, cloudId)
  const { id } = await make([answered, silent], { accountId: null })
  expect(await dryRun(id)).toEqual({ now: 1, skipped: { window_closed: [silent.id] } })
})

test('lets no agent write for contacts outside the window', async () => {
  const [open, closed] = [await addContact(), await addContact()]
  await wrote(open, 1, cloudId)
  const { id: agentId } = await call<{ id: string }>('POST', '/agents', { name: 'Writer', type: 'SALES' })
  const { id } = await make([open, closed], { agent: { agentId, budgetMicros: 50_000_000, review: false } })
  written.length = 0
  await call('POST', `/campaigns/${id}/send`, {})
  await until(async () => (await call<{ status: string }>('GET', `/campaigns/${id}`)).status === 'completed')
  expect(written).toEqual([open.phone])
  const drafts = await call<CampaignDraft[]>('GET', `/campaigns/${id}/drafts`)
  expect(Object.fromEntries(drafts.map(({ contactId, status, detail, runId }) => [contactId, [status, detail, runId !== null]]))).toEqual({
    [open.id]: ['approved', '', true],
    [closed.id]: ['failed', 'window_closed', false],
  })
})

test('requires as many variables as an approved template has, each with a value', async () => {
  const contact = await addContact()
  const templateId = newId()
  await t.owner.query(
    `insert into app.whatsapp_templates (org_id, id, account_id, name, language, category, body, variables, status)
     values ($1, $2, $3, 'sale', 'en', 'MARKETING', 'Hi {{1}}', 1, 'PENDING')`,
    [user.orgId, templateId, cloudId],
  )
  const contentOf = (...whatsappVariables: string[]) => ({ whatsappTemplateId: templateId, whatsappVariables })
  const { id } = await make([contact], { content: contentOf() })
  const write = async (...variables: string[]) => {
    const { definition } = await call<Campaign>('GET', `/campaigns/${id}`)
    await call('PUT', `/campaigns/${id}`, { definition: { ...definition, content: contentOf(...variables) } })
  }
  const problems = async () => (await t.call('POST', `/api/campaigns/${id}/send`, { token: user.token })).body.errors
  const path = 'definition.content.whatsappTemplateId'
  expect(await problems()).toMatchObject([{ path, message: 'The WhatsApp template sale is not approved' }])
  await t.owner.query("update app.whatsapp_templates set status = 'APPROVED' where id = $1", [templateId])
  expect(await problems()).toMatchObject([{ path, message: 'The WhatsApp template sale has 1 variables' }])

  await write(' ')
  const blank = { path: 'definition.content.whatsappVariables.0', message: 'Fill in {{1}} of the WhatsApp template' }
  expect(await problems()).toMatchObject([blank])
  expect(await dryRun(id)).toEqual({ now: 0, skipped: { missing_field: [contact.id] } })
  expect((await call<DryRun>('GET', `/campaigns/${id}/dry-run`)).result?.problems).toMatchObject([blank])
  const preview = { channel: 'whatsapp', content: contentOf(' '), contactId: contact.id }
  expect((await call<z.infer<typeof MessagePreview>>('POST', '/campaigns/preview', preview)).issues).toMatchObject([
    { part: 'whatsappVariables', kind: 'missing_field', message: '{{1}} of the WhatsApp template has no value' },
  ])
  await write('{{ first_name }}')
  expect(await call('POST', `/campaigns/${id}/send`, {})).toMatchObject({ status: 'running' })
})
