import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SegmentGroup } from '@imperium/contract/contacts/segment-rules.ts'
import type { Segment, SegmentMember } from '@imperium/contract/contacts/segments.ts'
import { newId } from '../../platform/ids.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp()
  user = await t.register()
})
afterAll(() => t.close())

const call = <T = Segment>(method: string, path: string, body?: unknown, as = user) =>
  t.call<T>(method, `/api/segments${path}`, { token: as.token, ...(body === undefined ? {} : { body }) })

const tagged = (tag: string): SegmentGroup => ({ match: 'all', rules: [{ kind: 'tags', op: 'any_of', tags: [tag] }] })
let names = 0
async function make(rules: SegmentGroup, name = `Segment ${++names}`): Promise<Segment> {
  const response = await call('POST', '', { name, rules })
  expect(response.status, JSON.stringify(response.body)).toBe(201)
  return response.body.data
}
async function contact(tags: string[], orgId = user.orgId): Promise<string> {
  const id = newId()
  await t.owner.query(
    `insert into app.contacts (org_id, id, email, email_hash, first_name, tags, source) values ($1, $2, $3, '\\x01', 'Ada', $4, 'manual')`,
    [orgId, id, `${id}@example.com`, tags],
  )
  return id
}

test('creates, reads, counts, copies, updates and deletes a segment', async () => {
  await contact(['vip'])
  await contact(['other'])
  const segment = await make(tagged('vip'), 'VIPs')
  expect(segment).toMatchObject({ name: 'VIPs', summary: 'tagged vip', count: null, problems: [], usedBy: [] })
  const counted = await call<{ count: number }>('POST', `/${segment.id}/count`)
  expect(counted.body.data.count).toBe(1)
  expect((await call('GET', `/${segment.id}`)).body.data.count).toBe(1)
  const members = await call<SegmentMember[]>('GET', `/${segment.id}/contacts`)
  expect(members.body.data).toHaveLength(1)
  const copy = await call('POST', `/${segment.id}/clone`)
  expect(copy.body.data.name).toBe('VIPs (Copy)')
  const renamed = await call('PUT', `/${segment.id}`, { name: 'Best', updatedAt: segment.updatedAt })
  expect(renamed.body.data).toMatchObject({ name: 'Best', count: 1 })
  expect((await call('PUT', `/${segment.id}`, { name: 'Late', updatedAt: segment.updatedAt })).status).toBe(409)
  const changed = await call('PUT', `/${segment.id}`, { rules: tagged('other') })
  expect(changed.body.data.count).toBeNull()
  expect((await call('DELETE', `/${segment.id}`)).status).toBe(200)
  expect((await call('GET', `/${segment.id}`)).status).toBe(404)
})

test('the contacts of a segment as CSV: these and no others, also with a filter', async () => {
  const [one, two] = [await contact(['exported']), await contact(['exported', 'second'])]
  const segment = await make(tagged('exported'))
  const csv = async (query: string) => {
    const response = await t.app.inject({ url: `/api/contacts/export?${query}`, headers: { authorization: `Bearer ${user.token}` } })
    return { status: response.statusCode, lines: response.body.trim().split('\r\n').slice(1) }
  }
  const all = await csv(`segmentId=${segment.id}`)
  expect(all.lines.map((line) => line.slice(1, 37))).toEqual([one, two].toSorted())
  expect((await csv(`segmentId=${segment.id}&tag=second`)).lines.map((line) => line.slice(1, 37))).toEqual([two])
  expect((await csv(`segmentId=${newId()}`)).status).toBe(404)
})

test('a preview counts and shows the newest ten', async () => {
  for (let i = 0; i < 12; i++) await contact(['many'])
  const response = await call<{ count: number; sample: SegmentMember[]; tookMs: number }>('POST', '/preview', { rules: tagged('many') })
  expect(response.body.data.count).toBe(12)
  expect(response.body.data.sample).toHaveLength(10)
})

const names422 = (response: { body: { errors?: { message: string }[] } }) => response.body.errors?.map(({ message }) => message).join(' ')

test('lets segments refer to others without a cycle, and does not delete a referenced one', async () => {
  const inner = await make(tagged('inner'))
  const outer = await make({ match: 'all', rules: [{ kind: 'segment', segmentId: inner.id, in: true }] })
  expect(outer.summary).toBe(`in ${inner.name}`)
  const circle = await call('PUT', `/${inner.id}`, { rules: { match: 'any', rules: [{ kind: 'segment', segmentId: outer.id, in: true }] } })
  expect(circle.status).toBe(422)
  expect(names422(circle)).toContain('cannot contain itself')
  const self = await call('PUT', `/${inner.id}`, { rules: { match: 'any', rules: [{ kind: 'segment', segmentId: inner.id, in: false }] } })
  expect(self.status).toBe(422)
  const refused = await call('DELETE', `/${inner.id}`)
  expect(refused.status).toBe(409)
  expect(refused.body.error).toContain(outer.name)
  expect((await call('GET', `/${inner.id}`)).body.data.usedBy).toMatchObject([{ kind: 'segment', name: outer.name }])
})

test('prevents a cycle by two concurrent changes', async () => {
  const [a, b] = [await make(tagged('a')), await make(tagged('b'))]
  const naming = (id: string) => ({ rules: { match: 'all', rules: [{ kind: 'segment', segmentId: id, in: true }] } })
  const responses = await Promise.all([call('PUT', `/${a.id}`, naming(b.id)), call('PUT', `/${b.id}`, naming(a.id))])
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
})

test('segments name each other five deep and no deeper', async () => {
  let last = await make(tagged('deep'))
  for (let depth = 1; depth <= 5; depth++) last = await make({ match: 'all', rules: [{ kind: 'segment', segmentId: last.id, in: true }] })
  const response = await call('POST', '', {
    name: 'Too deep',
    rules: { match: 'all', rules: [{ kind: 'segment', segmentId: last.id, in: true }] },
  })
  expect(response.status).toBe(422)
})

test.each(['draft', 'scheduled', 'running', 'paused'])('a segment of a campaign that is %s is not deleted', async (status) => {
  const segment = await make(tagged('used'))
  const id = newId()
  const definition = JSON.stringify({ audience: { kind: 'segments', include: [newId()], exclude: [segment.id] } })
  await t.owner.query(
    `insert into app.campaigns (org_id, id, name, channel, status, definition, created_by) values ($1, $2, 'Spring', 'email', $3, $4, 'Test')`,
    [user.orgId, id, status, definition],
  )
  expect((await call('DELETE', `/${segment.id}`)).status).toBe(409)
  expect((await call('GET', `/${segment.id}`)).body.data.usedBy).toEqual([{ kind: 'campaign', id, name: 'Spring', blocks: true }])
  await t.owner.query(`update app.campaigns set status = 'completed' where id = $1`, [id])
  expect((await call('DELETE', `/${segment.id}`)).status).toBe(200)
})

test('rejects the use of a segment with a deleted field and gives the reason', async () => {
  const field = (key: string) =>
    t.owner.query(`insert into app.contact_fields (org_id, id, key, label, type) values ($1, $2, $3, 'City', 'text')`, [
      user.orgId,
      newId(),
      key,
    ])
  const rules: SegmentGroup = { match: 'all', rules: [{ kind: 'custom', type: 'text', field: 'city', op: 'is', value: 'Rome' }] }
  expect((await call('POST', '', { name: 'Too early', rules })).status).toBe(422)
  await field('city')
  const segment = await make(rules)
  expect(segment.summary).toBe('City is Rome')
  const wrongType = { match: 'all', rules: [{ kind: 'custom', type: 'number', field: 'city', op: 'is', value: 3 }] }
  expect((await call('POST', '/preview', { rules: wrongType })).status).toBe(422)
  await t.owner.query(`delete from app.contact_fields where org_id = $1 and key = 'city'`, [user.orgId])
  for (const path of ['count', 'contacts']) {
    const response = await call(path === 'count' ? 'POST' : 'GET', `/${segment.id}/${path}`)
    expect([response.status, names422(response)]).toEqual([422, 'The custom field "city" no longer exists.'])
  }
  const shown = await call<Segment[]>('GET', '?limit=200')
  expect(shown.body.data.filter(({ problems }) => problems.length > 0).map(({ id }) => id)).toEqual([segment.id])
})

test('another organization is neither counted nor named', async () => {
  const other = await t.register()
  await contact(['theirs'], other.orgId)
  const theirs = (await call('POST', '', { name: 'Theirs', rules: tagged('theirs') }, other)).body.data
  const preview = await call<{ count: number }>('POST', '/preview', { rules: tagged('theirs') })
  expect(preview.body.data.count).toBe(0)
  const naming = await call('POST', '/preview', { rules: { match: 'all', rules: [{ kind: 'segment', segmentId: theirs.id, in: true }] } })
  expect(naming.status).toBe(422)
  expect((await call('GET', `/${theirs.id}`)).status).toBe(404)
  expect((await call('GET', `/${theirs.id}/contacts`)).status).toBe(404)
})

// What would break out of a statement put together from text is a value like any other.
test.each([`'; drop table app.contacts; --`, `' or '1'='1`, `\\'; select pg_sleep(9); --`, '$1', '%', '{"a":1}', `"; --`])(
  '%j is only text',
  async (value) => {
    const before = await t.owner.query<{ count: string }>('select count(*) from app.contacts')
    const rules = {
      match: 'any',
      rules: [
        { kind: 'field', field: 'firstName', op: 'contains', value },
        { kind: 'tags', op: 'any_of', tags: [value] },
        { kind: 'event', type: value, op: 'at_least', count: 1 },
      ],
    }
    const response = await call<{ count: number }>('POST', '/preview', { rules })
    expect([response.status, response.body.data.count]).toEqual([200, 0])
    expect((await t.owner.query<{ count: string }>('select count(*) from app.contacts')).rows).toEqual(before.rows)
  },
)

test.each<[string, unknown]>([
  ['an unknown field', { kind: 'field', field: 'org_id', op: 'is', value: 'x' }],
  ['an unknown operator', { kind: 'field', field: 'email', op: '= 1 or', value: 'x' }],
  ['SQL as a key', { kind: 'custom', type: 'text', field: "a' or 1=1", op: 'is', value: 'x' }],
  ['a value that is missing', { kind: 'field', field: 'email', op: 'is' }],
  ['an impossible date', { kind: 'created', op: 'before', date: '2026-02-30' }],
  ['days beyond ten years', { kind: 'created', op: 'last_days', days: 4000 }],
  ['no tag', { kind: 'tags', op: 'any_of', tags: [] }],
])('%s is refused', async (_word, condition) => {
  expect((await call('POST', '/preview', { rules: { match: 'all', rules: [condition] } })).status).toBe(422)
})

test('five groups within each other and a hundred conditions are the most', async () => {
  const nested = (depth: number): object => ({ match: 'all', rules: depth === 1 ? [] : [nested(depth - 1)] })
  expect((await call('POST', '/preview', { rules: nested(5) })).status).toBe(200)
  expect((await call('POST', '/preview', { rules: nested(6) })).status).toBe(422)
  const many = (count: number) => ({
    match: 'any',
    rules: Array.from({ length: count }, () => ({ kind: 'tags', op: 'any_of', tags: ['x'] })),
  })
  expect((await call('POST', '/preview', { rules: many(100) })).status).toBe(200)
  expect((await call('POST', '/preview', { rules: many(101) })).status).toBe(422)
})

test('stops a count that takes too long, and keeps a short line of them', async () => {
  await t.owner.query(`alter function app.current_org() rename to current_org_fast`)
  await t.owner.query(
    `create function app.current_org() returns uuid language plpgsql stable as $$ begin perform pg_sleep(6); return app.current_org_fast(); end $$`,
  )
  try {
    await t.owner.query('alter policy tenant on app.contacts using (org_id = (select app.current_org()))')
    const counts = Array.from({ length: 11 }, () => call('POST', '/preview', { rules: tagged('vip') }))
    const refused = await Promise.race(counts)
    const sleeping = async () =>
      (await t.owner.query(`select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`)).rowCount
    await expect.poll(sleeping).toBe(2)
    expect([refused.status, refused.body.error]).toEqual([429, expect.stringContaining('at the same time')])
    await t.owner.query('alter policy tenant on app.contacts using (org_id = (select app.current_org_fast()))')
    const answers = (await Promise.all(counts)).map(({ status, body }) => (status === 200 ? 200 : `${status} ${body.error}`))
    expect(answers.filter((each) => String(each).startsWith('429 Counting took longer than 5 seconds'))).toHaveLength(2)
    expect(answers.filter((each) => each === 200)).toHaveLength(8)
  } finally {
    await t.owner.query('alter policy tenant on app.contacts using (org_id = (select app.current_org_fast()))')
    await t.owner.query('drop function app.current_org()')
    await t.owner.query('alter function app.current_org_fast() rename to current_org')
  }
})
