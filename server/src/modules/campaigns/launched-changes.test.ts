import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestResponse, TestApp, TestUser } from '../../testing/test-app.ts'
import { runSchedule } from './launch/run-schedule.ts'

// Changes after a launch: refused immediately where the next occurrence would fail, and never a way around an approval.

let t: TestApp
let owner: TestUser
let member: TestUser
let phones = 0
const clock = createFakeClock()
beforeAll(async () => {
  t = await createTestApp({ clock, log: 'error' })
})
afterAll(() => t.close())
beforeEach(async () => {
  owner = await t.register()
  member = await t.addMember(owner.orgId, 'MEMBER')
  await t.owner.query('insert into app.email_settings (org_id, launch_limit) values ($1, 2)', [owner.orgId])
})

const call = <T = Campaign>(method: string, path: string, body?: unknown, as: TestUser = owner): Promise<TestResponse<T>> =>
  t.call<T>(method, `/api${path}`, { token: as.token, ...(body === undefined ? {} : { body }) })
async function addPeople(count: number, tags: string[] = []): Promise<void> {
  for (let n = 0; n < count; n++)
    expect((await call('POST', '/contacts', { phone: `+49151${10_000_000 + ++phones}`, tags })).status).toBe(201)
}
const inAnHour = () => new Date(clock.now().getTime() + 3_600_000).toISOString().slice(0, 16)
const daily = (startAt: string, more: object = {}) => ({ type: 'recurring', startAt, timeZone: 'UTC', frequency: 'daily', ...more })
async function launch(as: TestUser, definition: object): Promise<Campaign> {
  const made = await call('POST', '/campaigns', { name: 'Spring', channel: 'sms', definition }, as)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const sent = await call('POST', `/campaigns/${made.body.data.id}/send`, undefined, as)
  expect(sent.body.data, JSON.stringify(sent.body)).toMatchObject({ status: 'scheduled', approval: 'none' })
  return sent.body.data
}
const see = async (id: string) => (await call('GET', `/campaigns/${id}`)).body.data
async function pass(ms: number): Promise<void> {
  clock.advance(ms)
  await t.owner.query(
    `update auth.sessions set expires_at = expires_at + $1 * interval '1 ms', last_active_at = last_active_at + $1 * interval '1 ms'`,
    [ms],
  )
  await runSchedule(t.platform)
}
const sends = async (id: string) => {
  const { rows } = await t.owner.query('select step from app.campaign_sends where campaign_id = $1', [id])
  return rows.length
}
const text = { content: { text: 'Hello' } }

test('waits for an owner or administrator when the audience grew beyond the launch limit of the member who launched', async () => {
  await addPeople(1, ['vip'])
  await addPeople(4)
  const rules = (op: string) => ({ match: 'all', rules: [{ kind: 'tags', op, tags: ['vip'] }] })
  const segment = (await call<{ id: string }>('POST', '/segments', { name: 'VIP', rules: rules('any_of') }, member)).body.data.id
  const audience = { kind: 'segments', include: [segment] }
  const schedule = { type: 'scheduled', startAt: inAnHour(), timeZone: 'UTC' }
  const [byMember, byOwner] = [await launch(member, { ...text, audience, schedule }), await launch(owner, { ...text, audience, schedule })]
  expect((await call('PUT', `/segments/${segment}`, { rules: rules('none_of') }, member)).status).toBe(200)
  await pass(3_700_000)
  // The owner may reach as many as there are.
  expect((await see(byOwner.id)).status).toBe('running')
  expect(await see(byMember.id)).toMatchObject({
    status: 'paused',
    pauseReason: 'Paused automatically: 4 contacts are in the audience now. For more than 2, an owner or administrator must resume it.',
  })
  const refused = await call('POST', `/campaigns/${byMember.id}/resume`, undefined, member)
  expect(refused).toMatchObject({ status: 403, body: { message: expect.stringContaining('4 contacts are in the audience now') as string } })
  expect(await sends(byMember.id)).toBe(0)
  expect((await call('POST', `/campaigns/${byMember.id}/resume`)).status).toBe(200)
  await pass(1_000)
  expect(await sends(byMember.id)).toBe(1)
})

test('a launched campaign takes no definition that it would stop at', async () => {
  await addPeople(1)
  const made = await launch(owner, { ...text, audience: { kind: 'all' }, schedule: daily(inAnHour()) })
  const definition = (await see(made.id)).definition
  for (const [change, path] of [
    [{ content: { text: '' } }, 'definition.content.text'],
    [{ content: { text: 'Hi {{ nope }}' } }, 'definition.content'],
    [{ audience: null }, 'definition.audience'],
    [{ purpose: 'nothing-of-ours' }, 'definition.purpose'],
    [{ window: { from: '10:00', until: '10:00', days: ['mon'] } }, 'definition.window.until'],
  ] as const) {
    const response = await call('PUT', `/campaigns/${made.id}`, { definition: { ...definition, ...change } })
    expect(response.status, JSON.stringify(change)).toBe(422)
    expect(response.body.errors?.map((each) => each.path)).toContain(path)
  }
})

test('pauses a one-time campaign with an empty audience; refuses its resume until a contact matches', async () => {
  await addPeople(1)
  const made = await launch(owner, {
    ...text,
    audience: { kind: 'all' },
    schedule: { type: 'scheduled', startAt: inAnHour(), timeZone: 'UTC' },
  })
  const { rows } = await t.owner.query<{ id: string }>('delete from app.contacts where org_id = $1 returning id', [owner.orgId])
  expect(rows).toHaveLength(1)
  await pass(3_700_000)
  expect((await see(made.id)).pauseReason).toBe('Paused automatically: This audience has no contacts.')
  expect(await call('POST', `/campaigns/${made.id}/resume`)).toMatchObject({
    status: 422,
    body: { message: 'This campaign cannot continue yet.' },
  })
  await addPeople(1)
  expect((await call('POST', `/campaigns/${made.id}/resume`)).status).toBe(200)
  await pass(1_000)
  expect(await sends(made.id)).toBe(1)
})

test('completes a campaign, running or paused, when its schedule is ended between two occurrences', async () => {
  await addPeople(1)
  for (const isPaused of [false, true]) {
    const startAt = inAnHour()
    const made = await launch(owner, { ...text, audience: { kind: 'all' }, schedule: daily(startAt) })
    await pass(3_700_000)
    await t.owner.query("update app.campaign_sends set status = 'completed', finished_at = now() where campaign_id = $1", [made.id])
    const { definition, status } = await see(made.id)
    expect(status).toBe('running')
    if (isPaused) await call('POST', `/campaigns/${made.id}/pause`)
    const put = await call('PUT', `/campaigns/${made.id}`, { definition: { ...definition, schedule: daily(startAt, { endAt: startAt }) } })
    expect(put.body.data).toMatchObject({ nextAt: null, status: isPaused ? 'paused' : 'completed' })
    if (isPaused) await call('POST', `/campaigns/${made.id}/resume`)
    expect((await see(made.id)).status).toBe('completed')
    expect((await call('DELETE', `/campaigns/${made.id}`)).status).toBeLessThan(300)
  }
})

test('keeps the time of a one-time campaign that has begun, so that no contact gets it twice', async () => {
  await addPeople(1)
  const tomorrow = { type: 'scheduled', startAt: inAnHour(), timeZone: 'UTC' }
  const refused = { status: 409, body: { message: expect.stringContaining('its schedule can no longer change') as string } }
  const made = (await call('POST', '/campaigns', { name: 'Now', channel: 'sms', definition: { ...text, audience: { kind: 'all' } } })).body
    .data
  expect((await call('POST', `/campaigns/${made.id}/send`)).body.data.status).toBe('running')
  const timed = await launch(owner, { ...text, audience: { kind: 'all' }, schedule: tomorrow })
  // Until it begins its time can be changed.
  const later = { ...tomorrow, timeZone: 'Atlantic/Azores' }
  expect((await call('PUT', `/campaigns/${timed.id}`, { definition: { ...timed.definition, schedule: later } })).status).toBe(200)
  expect((await call('PUT', `/campaigns/${timed.id}`, { definition: timed.definition })).status).toBe(200)
  await pass(3_700_000)
  for (const { id } of [made, timed]) {
    for (const act of ['pause', 'resume']) {
      const { definition } = await see(id)
      for (const schedule of [{ ...tomorrow, startAt: inAnHour() }, daily(inAnHour())])
        expect(await call('PUT', `/campaigns/${id}`, { definition: { ...definition, schedule } })).toMatchObject(refused)
      expect((await call('PUT', `/campaigns/${id}`, { definition: { ...definition, throttlePerMinute: 5 } })).status).toBe(200)
      expect((await call('POST', `/campaigns/${id}/${act}`)).body.data).toMatchObject({ nextAt: null })
    }
    await pass(86_400_000)
    expect(await sends(id)).toBe(1)
  }
})

test('changes only hours, pace and guard of a one-time campaign that has begun; refuses changes without effect', async () => {
  await addPeople(1)
  const made = (await call('POST', '/campaigns', { name: 'Now', channel: 'sms', definition: { ...text, audience: { kind: 'all' } } })).body
    .data
  expect((await call('POST', `/campaigns/${made.id}/send`)).body.data.status).toBe('running')
  const agentId = (await call<{ id: string }>('POST', '/agents', { name: 'Helper', type: 'EMAIL_MARKETER' })).body.data.id
  expect(agentId).toBeTruthy()
  const ab = { variants: [{ name: 'B', content: { text: 'Hi' }, share: 50 }] }
  const message =
    'This campaign has started. Only its name, description, send window, throttle, guard and agent budget can change. Clone it to send something else.'
  for (const act of ['pause', 'resume']) {
    const { definition, version } = await see(made.id)
    for (const change of [{ content: { text: 'Other words' } }, { audience: null }, { ab }, { tracking: { clicks: false } }])
      expect(await call('PUT', `/campaigns/${made.id}`, { definition: { ...definition, ...change } })).toMatchObject({
        status: 409,
        body: { message },
      })
    expect(await call('PUT', `/campaigns/${made.id}`, { agentId })).toMatchObject({ status: 409, body: { message } })
    const window = { from: '03:00', until: act === 'pause' ? '04:00' : '05:00', days: ['mon'] }
    const guard = { complaintPercent: 1, bouncePercent: 9 }
    const changed = { name: 'Later', definition: { ...definition, window, guard, throttlePerMinute: 5 } }
    const taken = await call('PUT', `/campaigns/${made.id}`, changed)
    expect(taken).toMatchObject({ status: 200, body: { data: { name: 'Later', version: version + 1, definition: { window, guard } } } })
    await call('POST', `/campaigns/${made.id}/${act}`)
  }
  // Each occurrence of a recurring campaign takes the newest version.
  const again = await launch(owner, { ...text, audience: { kind: 'all' }, schedule: daily(inAnHour()) })
  await pass(3_700_000)
  const content = { ...again.definition.content, text: 'Other words' }
  expect((await call('PUT', `/campaigns/${again.id}`, { definition: { ...again.definition, content } })).status).toBe(200)
})

test('moves a running recurring campaign to a future time only, and never turns it into a one-time campaign without recipients', async () => {
  await addPeople(1)
  const made = await launch(owner, { ...text, audience: { kind: 'all' }, schedule: daily(inAnHour()) })
  await pass(3_700_000)
  const begun = await see(made.id)
  expect(begun.status).toBe('running')
  const once = (startAt: string) => ({ type: 'scheduled', startAt, timeZone: 'UTC' })
  const change = (schedule: object) =>
    call('PUT', `/campaigns/${made.id}`, { definition: { ...begun.definition, content: { text: 'News' }, schedule } })
  for (const act of ['pause', 'resume']) {
    for (const [schedule, path] of [
      [{ type: 'now' }, 'definition.schedule'],
      [once('2020-01-01T09:00'), 'definition.schedule.startAt'],
    ] as const)
      expect(await change(schedule)).toMatchObject({
        status: 422,
        body: { errors: [{ path, message: 'Choose a time in the future' }] },
      })
    expect(await see(made.id)).toMatchObject({ version: begun.version, nextAt: begun.nextAt, definition: begun.definition })
    await call('POST', `/campaigns/${made.id}/${act}`)
  }
  // Once more with the new content: that is a future occurrence.
  expect(await change(once(inAnHour()))).toMatchObject({ status: 200, body: { data: { nextAt: expect.any(String) as string } } })
  await t.owner.query("update app.campaign_sends set status = 'completed', finished_at = now() where campaign_id = $1", [made.id])
  await pass(3_700_000)
  expect(await sends(made.id)).toBe(2)
})
