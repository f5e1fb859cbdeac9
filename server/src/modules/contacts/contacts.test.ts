import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TimelineEntry } from '@imperium/contract/contacts/contact-timeline.ts'
import type { Contact, ContactDuplicates } from '@imperium/contract/contacts/contacts.ts'
import { newId } from '../../platform/ids.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestResponse, TestApp, TestUser } from '../../testing/test-app.ts'
import { extendContacts, createContactFrom, findContactByAddress, followMerge, loadRecipients, setEmailState } from './index.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  user = await t.register()
})
afterAll(() => t.close())

const call = <T = Contact>(method: string, path: string, body?: unknown, as: TestUser = user): Promise<TestResponse<T>> =>
  t.call<T>(method, `/api/contacts${path}`, { token: as.token, ...(body === undefined ? {} : { body }) })
const address = () => `p${newId().slice(-12)}@example.com`
const make = async (body: object = {}, as: TestUser = user): Promise<Contact> => {
  const response = await call('POST', '', { email: address(), ...body }, as)
  expect(response.status, JSON.stringify(response.body)).toBe(201)
  return response.body.data
}
const names = async (query: string, as: TestUser = user) => {
  const { status, body } = await call<Contact[]>('GET', `?${query}`, undefined, as)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.map((contact) => contact.name)
}
const timeline = async (id: string) => (await call<TimelineEntry[]>('GET', `/${id}/timeline`)).body.data

describe('a contact', () => {
  test('stores addresses in the form they are sent to, and shows the source', async () => {
    await t.owner.query("update auth.organizations set country = 'Germany' where id = $1", [user.orgId])
    const contact = await make({
      email: 'Ada.King@EXAMPLE.com',
      phone: '030 901820',
      firstName: ' Ada ',
      lastName: 'King',
      locale: 'en-gb',
    })
    expect(contact).toMatchObject({
      email: 'ada.king@example.com',
      phone: '+4930901820',
      firstName: 'Ada',
      name: 'Ada King',
      locale: 'en-GB',
      timeZone: null,
      tags: [],
      custom: {},
      source: 'manual',
      emailState: 'active',
    })
    expect((await call('GET', `/${contact.id}`)).body.data).toEqual(contact)
    const { rows } = await t.owner.query('select email_hash, phone_hash from app.contacts where id = $1', [contact.id])
    expect(rows[0]).toEqual({
      email_hash: t.platform.hashAddress('ada.king@example.com'),
      phone_hash: t.platform.hashAddress('+4930901820'),
    })
  })

  test.each<[object, string]>([
    [{}, 'email'],
    [{ email: 'no address' }, 'email'],
    [{ email: 'a@b.com, c@d.com' }, 'email'],
    [{ phone: '12' }, 'phone'],
    [{ phone: '+49 30 901820 ext. 7' }, 'phone'],
    [{ email: 'z@example.com', timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ email: 'z@example.com', locale: 'not a language' }, 'locale'],
    [{ email: 'z@example.com', tags: [''] }, 'tags.0'],
    [{ email: 'z@example.com', custom: { nowhere: 1 } }, 'custom.nowhere'],
    [{ email: 'z@example.com', firstName: 'two\nlines' }, 'firstName'],
    [{ email: 'z@example.com', source: 'import' }, 'source'],
  ])('%j is refused at %s', async (body, path) => {
    const response = await call('POST', '', body)
    expect(response.status).toBe(422)
    expect(response.body.errors?.map((error) => error.path || 'source')).toContain(path)
  })

  test('answers 409 with the owner of a taken address, on create and update', async () => {
    const email = address()
    const { id: existingId } = await make({ email, firstName: 'Grace', lastName: 'Hopper' })
    const again = await call('POST', '', { email: email.toUpperCase() })
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'CONTACT_EXISTS', message: 'Grace Hopper has this email address already.', existingId },
    })
    const other = await make()
    expect((await call('PUT', `/${other.id}`, { email })).body).toMatchObject({
      message: 'Grace Hopper has this email address already.',
      existingId,
    })
    // Another organization may know the same person.
    await make({ email }, await t.register())
    // At the same moment too, when all of them see the address free.
    const many = await Promise.all([1, 2, 3, 4].map((n) => make({ firstName: `Ada${n}`, lastName: 'King' })))
    const wanted = address()
    const responses = await Promise.all(many.map(({ id }) => call('PUT', `/${id}`, { email: wanted })))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    const refused = responses.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({ code: 'CONTACT_EXISTS', errors: [{ path: 'email' }] })
    expect(refused?.body.message).toMatch(/^Ada\d King has this email address already\.$/)
  })

  test('changes only named fields, resets a bounce and rejects a stale write', async () => {
    const before = await make({ firstName: 'Edsger', tags: ['vip', 'VIP', 'new'] })
    expect(before.tags).toEqual(['vip', 'new'])
    await t.platform.db.withOrg(user.orgId, (tx) => setEmailState(tx, [before.id], 'bounced'))
    const renamed = (await call('PUT', `/${before.id}`, { lastName: 'Dijkstra', updatedAt: before.updatedAt })).body.data
    expect(renamed).toMatchObject({ name: 'Edsger Dijkstra', email: before.email, tags: ['vip', 'new'], emailState: 'bounced' })
    expect((await call('PUT', `/${before.id}`, { lastName: 'X', updatedAt: before.updatedAt })).status).toBe(409)
    const moved = (await call('PUT', `/${before.id}`, { email: address() })).body.data
    expect(moved.emailState).toBe('active')
    expect((await call('PUT', `/${before.id}`, { email: null })).body.errors).toEqual([
      { path: 'email', message: 'Enter an email address or a phone number' },
    ])
    const [latest] = await timeline(before.id)
    expect(latest).toMatchObject({
      type: 'contact.changed',
      detail: { changes: [{ field: 'email', before: before.email, after: moved.email }] },
    })
  })

  test("keeps the audit entry after deletion, without the contact's name", async () => {
    const contact = await make({ email: 'secret.person@example.com', firstName: 'Veryrare', lastName: 'Surname' })
    await call('PUT', `/${contact.id}`, { firstName: 'Otherrare' })
    await call('POST', `/${contact.id}/events`, { type: 'shop.order', data: { note: 'Veryrare' } })
    const { rows } = await t.owner.query<{ action: string }>('select x.* from app.audit_log x where target_id = $1 order by seq', [
      contact.id,
    ])
    expect(rows.map((row) => row.action)).toEqual(['contacts.create', 'contacts.update', 'contacts.recordEvent'])
    expect(JSON.stringify(rows)).not.toMatch(/rare|secret\.person/)
  })
})

describe('own fields', () => {
  test('checks values by type, clears them on request and frees the key after the last value', async () => {
    const field = async (body: object) => call<{ id: string; updatedAt: string }>('POST', '/fields', body)
    for (const [key, type] of [
      ['note', 'text'],
      ['age', 'number'],
      ['member', 'boolean'],
      ['birthday', 'date'],
    ])
      expect((await field({ key, label: key, type })).status).toBe(201)
    const size = await field({ key: 'size', label: 'Size', type: 'choice', choices: ['S', 'M'] })
    expect((await field({ key: 'size', label: 'Again', type: 'text' })).status).toBe(409)
    expect((await field({ key: 'empty', label: 'Empty', type: 'choice' })).status).toBe(422)
    const custom = { note: 'n', age: 41.5, member: false, birthday: '2024-02-29', size: 'M' }
    const contact = await make({ custom })
    expect(contact.custom).toEqual(custom)
    const wrong = { note: 1, age: '41', member: 'yes', birthday: '2023-02-29', size: 'XL' }
    const refused = await call('PUT', `/${contact.id}`, { custom: wrong })
    expect(refused.body.errors?.map((error) => error.path)).toEqual(Object.keys(wrong).map((key) => `custom.${key}`))
    expect((await call('PUT', `/${contact.id}`, { custom: { note: null, age: 42 } })).body.data.custom).toEqual({
      age: 42,
      member: false,
      birthday: '2024-02-29',
      size: 'M',
    })
    const id = size.body.data.id
    expect((await call('PUT', `/fields/${id}`, { choices: ['S'] })).status).toBe(409)
    expect((await call<{ label: string }>('PUT', `/fields/${id}`, { label: 'T-shirt' })).body.data.label).toBe('T-shirt')
    expect((await call('PUT', `/fields/${id}`, { label: 'Y', updatedAt: size.body.data.updatedAt })).status).toBe(409)
    expect((await call('DELETE', `/fields/${id}`)).status).toBe(200)
    expect((await call<{ key: string }[]>('GET', '/fields')).body.data.map((each) => each.key)).toEqual([
      'note',
      'age',
      'member',
      'birthday',
    ])
    expect((await field({ key: 'size', label: 'Size', type: 'text' })).body.message).toBe('A field with this key is being deleted.')
    await t.startWorkers()
    await expect.poll(async () => (await field({ key: 'size', label: 'Size', type: 'text' })).status, { timeout: 25_000 }).toBe(201)
    expect((await call('GET', `/${contact.id}`)).body.data.custom).not.toHaveProperty('size')
  })
})

describe('the list', () => {
  let who: TestUser
  beforeAll(async () => {
    who = await t.register()
    const people = [
      { firstName: 'Anna Maria', lastName: 'Kovač', email: 'anna@north.example', phone: '+442079460958', tags: ['vip'] },
      { firstName: 'Bob', lastName: 'Annan', email: 'bob@south.example', tags: ['vip', 'lead'] },
      { email: 'zoe@annapolis.example' },
      { firstName: 'Carl', lastName: '100%', phone: '+442079460959' },
    ]
    for (const person of people) await call('POST', '', { email: null, ...person }, who)
  })

  test.each([
    ['q=anna', ['Anna Maria Kovač', 'Bob Annan', 'zoe@annapolis.example']],
    ['q=ANNA%20M', ['Anna Maria Kovač']],
    ['q=kova%C4%8D', ['Anna Maria Kovač']],
    ['q=Kovač,%20anna', ['Anna Maria Kovač']],
    ['q=@annapolis', ['zoe@annapolis.example']],
    ['q=bob@south', ['Bob Annan']],
    ['q=%2B44%2020%207946%200958', ['Anna Maria Kovač']],
    ['q=442079460', ['Anna Maria Kovač', 'Carl 100%']],
    ['q=%25', []],
    ['q=100%25', ['Carl 100%']],
    ['q=_nna', []],
    ['tag=vip', ['Anna Maria Kovač', 'Bob Annan']],
    ['reach=phone', ['Anna Maria Kovač', 'Carl 100%']],
    ['reach=email&tag=lead', ['Bob Annan']],
    ['reach=bounced', []],
    ['source=import', []],
    ['email=BOB@south.example', ['Bob Annan']],
    ['email=bob@south', []],
    ['phone=%2B44%2020%207946%200959', ['Carl 100%']],
    ['phone=442079460', []],
    ['phone=nobody', []],
    ['email=bob@south.example&tag=vip', ['Bob Annan']],
  ])('%s', async (query, expected) => expect(await names(`${query}&sort=name&direction=asc`, who)).toEqual(expected))

  test.each(['createdAt', 'name', 'email'])('pages by %s both ways, without gaps and repeats', async (sort) => {
    const all = await names(`sort=${sort}&direction=asc`, who)
    const paged: string[] = []
    let cursor: string | null | undefined
    do {
      const path: string = `?sort=${sort}&direction=asc&limit=1${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`
      const { body } = await call<Contact[]>('GET', path, undefined, who)
      paged.push(...body.data.map((contact) => contact.name))
      cursor = body.page?.nextCursor
    } while (cursor)
    expect(paged).toEqual(all)
    expect(all).toHaveLength(4)
    expect(await names(`sort=${sort}&direction=desc`, who)).toEqual(all.toReversed())
  })

  test('is counted for the tiles, and tags are counted', async () => {
    const stats = (await call<object>('GET', '/stats?tag=vip', undefined, who)).body.data
    expect(stats).toEqual({ matching: 2, total: 4, withEmail: 3, bounced: 0, withPhone: 2, added: 4 })
    expect((await call<object>('GET', '/tags', undefined, who)).body.data).toEqual([
      { tag: 'vip', count: 2 },
      { tag: 'lead', count: 1 },
    ])
  })

  test('a whole number written as at home is found', async () => {
    await t.owner.query("update auth.organizations set country = 'United Kingdom' where id = $1", [who.orgId])
    expect(await names('q=020%207946%200958', who)).toEqual(['Anna Maria Kovač'])
    expect(await names('phone=020%207946%200958', who)).toEqual(['Anna Maria Kovač'])
  })

  test('finds changes since a moment, including that moment', async () => {
    const one = await make({ firstName: 'Una' }, who)
    const later = await make({ firstName: 'Dua' }, who)
    const since = encodeURIComponent(later.updatedAt)
    expect(await names(`updatedSince=${since}`, who)).toEqual(['Dua'])
    await call('PUT', `/${one.id}`, { firstName: 'Unus' }, who)
    expect(await names(`updatedSince=${since}&direction=asc`, who)).toEqual(['Unus', 'Dua'])
    expect((await call('GET', '?updatedSince=yesterday', undefined, who)).status).toBe(422)
    for (const { id } of [one, later]) await call('DELETE', `/${id}`, undefined, who)
  })

  test('finds contacts in the global search', async () => {
    const hits = await t.call<{ kind: string; title: string; link: string }[]>('GET', '/api/search?q=kova', { token: who.token })
    expect(hits.body.data).toMatchObject([{ kind: 'contact', title: 'Anna Maria Kovač' }])
  })

  test('exports all contacts with own fields to CSV, without spreadsheet formulas', async () => {
    await call('POST', '/fields', { key: 'points', label: 'Points', type: 'number' }, who)
    await call('POST', '', { email: 'evil@example.com', firstName: '=HYPERLINK("x")', custom: { points: -5 } }, who)
    const response = await t.app.inject({ method: 'GET', url: '/api/contacts/export', headers: { authorization: `Bearer ${who.token}` } })
    expect(response.headers['content-type']).toContain('text/csv')
    const lines = response.body.trim().split('\r\n')
    expect(lines).toHaveLength(6)
    expect(lines[0]).toBe(
      '"Id","Email","Phone","First name","Last name","Language","Time zone","Tags","Source","Email state","Created","Changed","points"',
    )
    expect(lines[5]).toContain(`"'=HYPERLINK(""x"")"`)
    expect(lines[5]).toContain(`"'-5"`)
    expect(lines[1]).toContain('"+442079460958"')
    const viewer = await t.addMember(who.orgId, 'MEMBER')
    expect((await call('GET', '/export', undefined, viewer)).status).toBe(403)
  })
})

describe('bulk actions', () => {
  test('adds and removes a tag, each once, all or nothing', async () => {
    const [a, b] = [await make({ tags: ['old'] }), await make({ tags: ['new'] })]
    const bulk = (body: object) => call<{ changed: number }>('POST', '/bulk', body)
    expect((await bulk({ ids: [a.id, b.id, a.id], action: 'add_tag', tag: 'new' })).body.data).toEqual({ changed: 1 })
    expect((await call('GET', `/${a.id}`)).body.data.tags).toEqual(['old', 'new'])
    expect((await bulk({ ids: [a.id, newId()], action: 'remove_tag', tag: 'new' })).status).toBe(404)
    expect((await bulk({ ids: [a.id, b.id], action: 'remove_tag', tag: 'new' })).body.data).toEqual({ changed: 2 })
    expect((await timeline(b.id))[0]).toMatchObject({ type: 'contact.untagged', detail: { tag: 'new' } })
    const full = await make({ tags: Array.from({ length: 50 }, (_, index) => `t${index}`) })
    expect((await bulk({ ids: [full.id], action: 'add_tag', tag: 'one more' })).status).toBe(409)
  })
})

describe('duplicates', () => {
  test('the same number, and the same name at the same domain', async () => {
    const who = await t.register()
    const one = await make({ email: 'a@firm.example', firstName: 'Sam', lastName: 'Lee', phone: '+442079460958' }, who)
    const two = await make({ email: 's.lee@firm.example', firstName: 'sam', lastName: 'LEE' }, who)
    const three = await make({ email: 'other@else.example', firstName: 'Sam', lastName: 'Lee', phone: '+44 20 7946 0958' }, who)
    // These two share both, and are told once.
    const alike = { firstName: 'Kim', lastName: 'Roe', phone: '+442079460111' }
    const [four, five] = [await make({ email: 'k@firm.example', ...alike }, who), await make({ email: 'r@firm.example', ...alike }, who)]
    const groups = (await call<ContactDuplicates[]>('GET', '/duplicates', undefined, who)).body.data
    expect(groups.map((group) => [group.reason, group.contacts.map((contact) => contact.id)])).toEqual([
      ['phone', [four.id, five.id]],
      ['phone', [one.id, three.id]],
      ['name', [one.id, two.id]],
    ])
  })

  test('merging keeps, fills and takes values, moves the history, and leads old names to the one that stays', async () => {
    const kept = await make({ firstName: 'Kept', tags: ['a'], phone: '+442079460958' })
    const gone = await make({ firstName: 'Gone', lastName: 'Filled', tags: ['A', 'b'], timeZone: 'Asia/Tokyo', custom: { age: 7 } })
    const earlier = await make({ firstName: 'Earlier' })
    expect((await call('POST', `/${gone.id}/merge`, { otherId: earlier.id })).status).toBe(200)
    await call('POST', `/${gone.id}/events`, { type: 'shop.order', data: { total: 12 } })
    expect((await call('POST', `/${kept.id}/merge`, { otherId: gone.id, take: ['phone'] })).status).toBe(422)
    expect((await call('POST', `/${kept.id}/merge`, { otherId: kept.id })).status).toBe(409)
    expect((await call('POST', `/${kept.id}/merge`, { otherId: newId() })).status).toBe(404)
    const merged = (await call('POST', `/${kept.id}/merge`, { otherId: gone.id, take: ['email', 'custom.age'] })).body.data
    expect(merged).toMatchObject({
      email: gone.email,
      phone: kept.phone,
      name: 'Kept Filled',
      timeZone: 'Asia/Tokyo',
      tags: ['a', 'b'],
      custom: { age: 7 },
    })
    expect((await call('GET', `/${gone.id}`)).status).toBe(404)
    expect((await timeline(kept.id)).map((entry) => entry.type)).toEqual([
      'contact.merged',
      'shop.order',
      'contact.merged',
      'contact.created',
      'contact.created',
      'contact.created',
    ])
    await t.platform.db.withOrg(user.orgId, async (tx) => {
      expect(await followMerge(tx, gone.id)).toBe(kept.id)
      expect(await followMerge(tx, earlier.id)).toBe(kept.id)
      expect(await followMerge(tx, kept.id)).toBe(kept.id)
    })
  })
})

describe('the timeline', () => {
  test('holds own events and those of other modules, in order and paged, also within one millisecond', async () => {
    const contact = await make()
    const at = Date.parse('2026-01-02T03:04:05.006Z') * 1_000
    const ids = [0, 1, 2].map((digit) => `00000000-0000-7000-8000-00000000000${digit}`)
    extendContacts({
      name: 'test',
      timeline: [
        {
          name: 'test',
          kind: 'campaigns',
          permission: 'campaigns:read',
          read: async (_tx, who, { before, limit }) =>
            ids
              .toReversed()
              .filter((id) => who.contactId === contact.id && (before.atMicros === null || before.atMicros > at || id < before.id))
              .slice(0, limit)
              .map((id) => ({ id, atMicros: at, type: 'campaign.sent', title: 'Spring', detail: {} })),
        },
      ],
    }).attach(t.platform)
    await call('POST', `/${contact.id}/events`, { type: 'shop.order', data: { total: 12.5, paid: true } })
    expect((await call('POST', `/${contact.id}/events`, { type: 'campaign.sent' })).status).toBe(422)
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const path: string = `/${contact.id}/timeline?limit=1${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`
      const { body } = await call<TimelineEntry[]>('GET', path)
      seen.push(...body.data.map((entry) => (entry.type === 'campaign.sent' ? entry.id : entry.type)))
      cursor = body.page?.nextCursor
    } while (cursor)
    expect(seen).toEqual(['shop.order', 'contact.created', ...ids.toReversed()])
  })
})

test('finds a contact by id and address for senders; two concurrent creations get the same one', async () => {
  const email = address()
  await t.platform.db.withOrg(user.orgId, async (tx) => {
    const wanted = { email, firstName: 'Sent', source: 'reply' as const, sourceDetail: 'Spring' }
    const { contact, created } = await createContactFrom(t.platform, tx, wanted)
    expect(created).toBe(true)
    expect(await createContactFrom(t.platform, tx, wanted)).toEqual({ contact, created: false })
    expect(await loadRecipients(tx, [contact.id, newId()])).toEqual(new Map([[contact.id, contact]]))
    expect(await findContactByAddress(tx, 'email', email.toUpperCase())).toEqual(contact)
    expect(await findContactByAddress(tx, 'sms', '+4930123456')).toBeNull()
    expect(contact).toMatchObject({ name: 'Sent', emailHash: t.platform.hashAddress(email), emailState: 'active' })
  })
  const number = '+493012345678'
  const twice = await Promise.all(
    [1, 2, 3].map(() => t.platform.db.withOrg(user.orgId, (tx) => createContactFrom(t.platform, tx, { phone: number, source: 'reply' }))),
  )
  expect(new Set(twice.map(({ contact }) => contact.id)).size).toBe(1)
})
