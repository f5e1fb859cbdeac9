import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Contact } from '@imperium/contract/contacts/contacts.ts'
import { newId } from '../../../platform/ids.ts'
import { queueContactEmail } from '../../../platform/mail/queue-email.ts'
import { renderEmail } from '../../../platform/mail/render-email.ts'
import { tenantTables } from '../../../testing/matrix/tenant-rows.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { isSuppressed } from '../../consents/index.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  user = await t.register()
})
afterAll(() => t.close())

/** Send figures may keep the id, which no longer leads to a person; so may the audit of the erasure, its certificate and emitted events. */
const mayKeepTheId = ['app.audit_log', 'app.erasure_certificates', 'app.campaign_recipients', 'app.campaign_events', 'app.outbox']

const email = 'erase.me@people.example'
const phone = '+442079460958'

const create = async (body: object): Promise<Contact> =>
  (await t.call<Contact>('POST', '/api/contacts', { token: user.token, body, headers: { 'idempotency-key': newId() } })).body.data

/** Tables of tenants in which anything names this, past row-level security. */
async function tablesThatName(...texts: string[]): Promise<string[]> {
  const found: string[] = []
  for (const table of await tenantTables(t)) {
    const { rows } = await t.owner.query(
      `select 1 from ${table} x where org_id = $1 and exists (select from unnest($2::text[]) w where strpos(lower(x::text), w) > 0) limit 1`,
      [user.orgId, texts],
    )
    if (rows.length) found.push(table)
  }
  return found
}

interface Column {
  name: string
  type: string
  isGenerated: boolean
  allowed: string | null
}

/** Tables whose rows cannot be made of free text; `workflows` and `sales` test the erasure in their own. */
const notTheirs = [
  'app.contacts',
  'app.workflow_runs',
  'app.workflow_steps',
  'app.sales_quotations',
  'app.sales_orders',
  'app.sales_invoices',
  'app.sales_recurring',
  'app.sales_credit_moves',
]

/** One row about the contact in every table that has a `contact_id`, every free text in it being the person's address. */
async function fillEveryTable(contactId: string): Promise<string[]> {
  const filled: string[] = []
  const client = await t.owner.connect()
  try {
    // No foreign keys while we arrange: campaigns and conversations of these rows do not matter here.
    await client.query('set session_replication_role = replica')
    for (const table of (await tenantTables(t)).filter((each) => !notTheirs.includes(each))) {
      const { rows } = await client.query<Column>(
        `select a.attname as name, format_type(a.atttypid, null) as type, a.attgenerated <> '' as "isGenerated",
           (select substring(pg_get_constraintdef(k.oid) from $$'([^']*)'$$) from pg_constraint k
            where k.conrelid = a.attrelid and k.contype = 'c' and a.attnum = any(k.conkey) limit 1) as allowed
         from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`,
        [table],
      )
      const columns = rows.filter((column) => !column.isGenerated)
      if (!columns.some((column) => column.name === 'contact_id')) continue
      const values = columns.map((column) => valueFor(column, contactId))
      const given = columns.filter((_, index) => values[index] !== undefined)
      await client.query(
        `insert into ${table} (${given.map((column) => `"${column.name}"`).join(', ')}) values (${given.map((_, index) => `$${index + 1}`).join(', ')})
         on conflict do nothing`,
        values.filter((value) => value !== undefined),
      )
      filled.push(table)
    }
  } finally {
    await client.query('set session_replication_role = origin')
    client.release()
  }
  return filled
}

function valueFor({ name, type, allowed }: Column, contactId: string): unknown {
  if (name === 'org_id') return user.orgId
  if (name === 'contact_id') return contactId
  if (type === 'text') return allowed ?? email
  if (type === 'uuid') return newId()
  if (type === 'jsonb') return JSON.stringify({ email, contactId })
  if (/^(smallint|integer|bigint)$/.test(type)) return 1
  if (type === 'date' || type.startsWith('timestamp')) return new Date()
  if (type.endsWith('[]')) return []
  // Flags and the rest keep their defaults.
  return undefined
}

/** An item of a trigger that waits for a limit: it would start a workflow later. */
async function keepRefusedItem(address: string): Promise<void> {
  const workflowId = newId()
  const client = await t.owner.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into app.integration_subscriptions (org_id, workflow_id, connection_id, trigger, input, epoch, error)
       values ($1, $2, $3, 'new_order', '{}', 1, 'The runs are used up')`,
      [user.orgId, workflowId, newId()],
    )
  } finally {
    await client.query('set session_replication_role = origin')
    client.release()
  }
  await t.owner.query(
    `insert into app.integration_refused_items (org_id, id, workflow_id, item_id, start_key, started_by, data, bytes, is_shortened, reason,
       retry_at, refused_at)
     values ($1, uuidv7(), $2, '1', '1', 'Shop', jsonb_build_object('email', $3::text), 2, false, 'Used up', now() + interval '1 day', now()),
       ($1, uuidv7(), $2, '2', '2', 'Shop', '{"email": "stay@people.example"}', 2, false, 'Used up', now() + interval '1 day', now())`,
    [user.orgId, workflowId, address],
  )
}

test('erases a contact from every table and leaves only the record of the erasure', async () => {
  const contact = await create({ email, phone, firstName: 'Erase', lastName: 'Me', tags: ['vip'] })
  const bystander = await create({ email: 'stay@people.example', phone: '+442079460111' })
  await t.call('PUT', `/api/contacts/${contact.id}`, { token: user.token, body: { firstName: 'Erased' } })
  await t.platform.mailFor(user.orgId).send({
    to: email,
    subject: 'Hello',
    text: 'Words',
    messageId: `<${newId()}@example.com>`,
  })
  await t.owner.query(
    `insert into app.sandbox_messages (org_id, identity, channel, recipient, body)
     values ($1, 'one', 'sms', $2, 'Words'), ($1, $3, 'webhook', 'https://example.com/', '{}')`,
    [user.orgId, phone, `${user.orgId}/${newId()}/${contact.id}`],
  )
  // A mail that an agent sent: what stays is that it was sent, and under which Message-ID.
  await t.owner.query(
    `insert into app.effects (org_id, source, step, kind, identity, policy, status, request, result)
     values ($1, 'run:1', 'step:1', 'email_send', '<1@example.com>', 'repeat', 'done', jsonb_build_object('to', $2::text), '{"response": "250 ok"}')`,
    [user.orgId, 'Erase.Me@people.example'],
  )
  await keepRefusedItem('Erase.Me@people.example')
  const filled = await fillEveryTable(contact.id)
  expect(filled).toEqual(
    expect.arrayContaining(['app.contact_events', 'app.consent_entries', 'app.consents', 'app.contact_import_changes']),
  )
  const earlier = await create({ email: 'earlier@people.example' })
  await fillEveryTable(earlier.id)
  expect((await t.call('POST', `/api/contacts/${contact.id}/merge`, { token: user.token, body: { otherId: earlier.id } })).status).toBe(200)
  // What is erased is what an export holds.
  const exported = await t.app.inject({
    method: 'GET',
    url: `/api/contacts/${contact.id}/export`,
    headers: { authorization: `Bearer ${user.token}` },
  })
  const sections = exported.json<Record<string, unknown[]>>()
  for (const name of ['signUps', 'consentAsks', 'earlierCampaignMessages', 'inboundItems', 'refusedItems'])
    expect([name, sections[name]?.length ?? 0]).toEqual([name, expect.toSatisfy((n: number) => n > 0)])
  const before = await tablesThatName(contact.id, email)
  expect(before).toEqual(expect.arrayContaining([...filled, 'app.contacts', 'app.effects', 'app.idempotency_keys', 'app.sandbox_mail']))

  const erased = await t.call('DELETE', `/api/contacts/${contact.id}`, { token: user.token })
  expect(erased.status, JSON.stringify(erased.body)).toBe(200)

  expect(await tablesThatName(email, phone, 'earlier@people', 'erased me')).toEqual([])
  expect((await tablesThatName(contact.id, earlier.id)).filter((table) => !mayKeepTheId.includes(table))).toEqual([])
  expect(await tablesThatName('stay@people')).toContain('app.integration_refused_items')
  // What remains says who did it, and knows the address by its keyed hash only.
  const { rows } = await t.owner.query<{ after: object }>(
    "select after from app.audit_log where action = 'contacts.remove' and org_id = $1",
    [user.orgId],
  )
  const fingerprint = (address: string) => t.platform.hashAddress(address).toString('hex')
  expect(rows[0]?.after).toEqual({ erased: [{ id: contact.id, email: fingerprint(email), phone: fingerprint(phone) }] })
  expect((await t.call('GET', `/api/contacts/${contact.id}`, { token: user.token })).status).toBe(404)
  expect((await t.call('GET', `/api/contacts/${bystander.id}`, { token: user.token })).status).toBe(200)
})

test('erases data of former addresses, but not of an address that another contact has now', async () => {
  const person = await create({ email: 'first@people.example', phone: '+442079460222' })
  const change = (email: string) => t.call('PUT', `/api/contacts/${person.id}`, { token: user.token, body: { email } })
  expect((await change('second@people.example')).status).toBe(200)
  expect((await change('third@people.example')).status).toBe(200)
  const other = await create({ email: 'second@people.example' })
  const came = (sender: string, contactId: string | null) =>
    t.owner.query(
      `insert into app.inbound_items (org_id, id, channel, kind, external_id, sender, contact_id) values ($1, $2::uuid, 'email', 'message', $2::text, $3, $4)`,
      [user.orgId, newId(), sender, contactId],
    )
  await came('first@people.example', null)
  await came('alias@people.example', person.id)
  await came('second@people.example', other.id)
  await t.owner.query(
    `insert into app.inbound_items (org_id, id, channel, kind, external_id, sender, data)
     values ($1, $2::uuid, 'email', 'bounce', $2::text, 'mailer-daemon@x.example', '{"originalRecipient": "First@people.example"}')`,
    [user.orgId, newId()],
  )
  expect((await t.call('DELETE', `/api/contacts/${person.id}`, { token: user.token })).status).toBe(200)
  expect(await tablesThatName('first@people', 'alias@people', 'third@people')).toEqual([])
  expect(await tablesThatName('second@people')).toEqual(expect.arrayContaining(['app.contacts', 'app.inbound_items']))
})

test('suppresses former addresses, unless another contact has them', async () => {
  const shared = '+442079460333'
  const one = await create({ email: 'before@people.example', phone: shared })
  await create({ email: 'flatmate@people.example', phone: shared })
  expect((await t.call('PUT', `/api/contacts/${one.id}`, { token: user.token, body: { email: 'after@people.example' } })).status).toBe(200)
  expect((await t.call('DELETE', `/api/contacts/${one.id}`, { token: user.token })).status).toBe(200)
  const reasonFor = (channel: 'email' | 'sms', address: string) =>
    t.platform.db.withOrg(user.orgId, async (tx) => (await isSuppressed(t.platform, tx, { channel, address }))?.reason ?? null)
  expect(await reasonFor('email', 'after@people.example')).toBe('erased')
  expect(await reasonFor('email', 'before@people.example')).toBe('erased')
  expect(await reasonFor('sms', shared)).toBeNull()
})

test('many are erased or none; a member may not', async () => {
  const [a, b] = [await create({ email: 'a@people.example' }), await create({ email: 'b@people.example' })]
  const erase = (ids: string[], token = user.token) => t.call('POST', '/api/contacts/erase', { token, body: { ids } })
  expect((await erase([a.id, newId()])).status).toBe(404)
  expect((await t.call('GET', `/api/contacts/${a.id}`, { token: user.token })).status).toBe(200)
  expect((await erase([a.id], (await t.addMember(user.orgId, 'MEMBER')).token)).status).toBe(403)
  expect((await erase([a.id, b.id, a.id])).body.data).toEqual({ erased: 2 })
})

test('takes the texts of other conversations that name the person, and leaves the conversations', async () => {
  const address = 'named.once@people.example'
  const { id } = await create({ email: address, firstName: 'Named' })
  const member = await t.addMember(user.orgId, 'MEMBER')
  const write = (subject: string, message: string) =>
    t.call<{ id: string }>('POST', '/api/messages', {
      token: user.token,
      body: { to: { kind: 'members', userIds: [member.userId] }, subject, message },
    })
  const about = await write('About Named.Once@people.example', 'Fine')
  const inside = await write('Plans', `Ask ${address} first.`)
  const other = await write('Plans', 'Ask xnamed.once@people.example first.')
  expect([about.status, inside.status, other.status]).toEqual([201, 201, 201])
  expect((await t.call('DELETE', `/api/contacts/${id}`, { token: user.token })).status).toBe(200)
  const { rows } = await t.owner.query<{ subject: string; body: string }>(
    `select c.subject, m.body from app.conversations c join app.messages m on m.org_id = c.org_id and m.conversation_id = c.id
     where c.id = any($1::uuid[]) order by m.id`,
    [[about, inside, other].map(({ body }) => body.data.id)],
  )
  expect(rows).toEqual([
    { subject: '[erased]', body: 'Fine' },
    { subject: 'Plans', body: '[erased]' },
    { subject: 'Plans', body: 'Ask xnamed.once@people.example first.' },
  ])
})

test('takes what the queue keeps of the person: emails that wait, jobs that failed or were set aside', async () => {
  const { id } = await create({ email: 'queued@people.example' })
  const email = renderEmail({ language: 'en', subject: 'Invoice', organizationName: 'Org', paragraphs: ['Text'], notes: [] })
  const queue = (to: string) => t.platform.db.withOrg(user.orgId, (tx) => queueContactEmail(t.platform, tx, to, email))
  await queue('Queued@people.example')
  await queue('other@people.example')
  await t.platform.db.withOrg(user.orgId, (tx) => t.platform.jobs.send(tx, 'webhooks.replay', { orgId: user.orgId, contactId: id }))
  await t.owner.query("update pgboss.job set state = 'failed' where name = 'webhooks.replay' and group_id = $1", [user.orgId])
  await t.owner.query(
    `insert into app.rested_jobs (org_id, id, name, data, priority, retry_limit, queued_at, set_aside_at)
     values ($1, uuidv7(), 'webhooks.replay', '{"email": "queued@people.example"}', 0, 1, now(), now())`,
    [user.orgId],
  )
  const left = async () => {
    const { rows } = await t.owner.query<{ name: string }>(
      `select name from pgboss.job where group_id = $1 and name = any('{platform.deliverContactLetter,webhooks.replay}')
       union all select name from app.rested_jobs where org_id = $1::uuid order by name`,
      [user.orgId],
    )
    return rows.map(({ name }) => name)
  }
  expect(await left()).toEqual(['platform.deliverContactLetter', 'platform.deliverContactLetter', 'webhooks.replay', 'webhooks.replay'])
  expect((await t.call('DELETE', `/api/contacts/${id}`, { token: user.token })).status).toBe(200)
  expect(await left()).toEqual(['platform.deliverContactLetter'])
})
