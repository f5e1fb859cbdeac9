import { createDecipheriv, createECDH, hkdfSync, randomBytes, verify, createPublicKey } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { inEachLanguage } from '@imperium/contract/languages.ts'
import type { NotificationPreferences } from '@imperium/contract/notifications.ts'
import { runEvents } from '@imperium/contract/events/runs.ts'
import { eventJobs } from '../../platform/events/events.ts'
import { newId } from '../../platform/ids.ts'
import { notifyAccount } from '../../platform/notifications/account-notification.ts'
import { emailJobs } from '../../platform/mail/queue-email.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { wantsNotification } from './channels.ts'
import { dueWeek } from './digest-week.ts'
import { queueDigests } from './send-digest.ts'

// A clock that tests set; jobs that wait, wait by the real one.
let now = new Date()
let t: TestApp
let service: PushService
beforeAll(async () => {
  service = await startPushService()
  t = await createTestApp({ log: 'error', env: { EGRESS_ALLOW: `127.0.0.1:${service.port}` }, clock: { now: () => now } })
  // Jobs only: the schedules of other modules need not work in the year that the digest test uses.
  const jobs = t.modules.flatMap((module) => [...(module.jobs ?? []), ...eventJobs(module.events ?? [])])
  await t.platform.jobs.work([...emailJobs(t.platform), ...jobs])
})
afterAll(async () => {
  await t.close()
  service.close()
})
beforeEach(() => {
  now = new Date()
})

interface PushService {
  port: number
  received: { path: string; headers: IncomingHttpHeaders; body: Buffer }[]
  /** The status that the service returns from now on. */
  status: number
  close(): Server
}

async function startPushService(): Promise<PushService> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      made.received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) })
      response.writeHead(made.status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const made: PushService = { port: (server.address() as AddressInfo).port, received: [], status: 201, close: () => server.close() }
  return made
}

function openBrowser() {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const auth = randomBytes(16)
  const path = `/push/${newId()}`
  return {
    path,
    subscription: {
      endpoint: `http://127.0.0.1:${service.port}${path}`,
      keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
    /** RFC 8291 and RFC 8188, as a browser does it. */
    open: (body: Buffer): unknown => {
      const salt = body.subarray(0, 16)
      const length = body[20] ?? 0
      const sender = body.subarray(21, 21 + length)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
      const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32))
      const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
      const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
      const sealed = body.subarray(21 + length)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(sealed.subarray(-16))
      const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString())
    },
  }
}

const as = <T = NotificationPreferences>(user: TestUser, method: string, path: string, body?: unknown) =>
  t.call<T>(method, `/api${path}`, { token: user.token, ...(body === undefined ? {} : { body }) })
const prefer = (user: TestUser, change: Partial<NotificationPreferences>) => as(user, 'PATCH', '/notifications/preferences', change)
const failRun = (user: TestUser, agentId = newId()) =>
  t.platform.db.withOrg(user.orgId, (tx) =>
    t.platform.events.emit(tx, runEvents.failed, {
      runId: newId(),
      agentId,
      agentName: 'Writer',
      startedByUser: user.userId,
      code: 'timeout',
      message: 'The run took too long.',
    }),
  )
const notified = (user: TestUser, title: string) =>
  vi.waitFor(
    async () => {
      const { rows } = await t.owner.query<{ id: string }>('select id from app.notifications where user_id = $1 and title = $2', [
        user.userId,
        title,
      ])
      if (!rows[0]) throw new Error(`not told "${title}"`)
      return rows[0].id
    },
    { timeout: 25_000 },
  )
interface Mail {
  subject: string
  body_text: string
}
const mailsTo = async (user: TestUser, subject: string) =>
  (
    await t.owner.query<Mail>('select subject, body_text from app.sandbox_mail where recipient = $1 and subject = $2', [
      user.email,
      subject,
    ])
  ).rows
/** Makes the jobs of emails that wait two minutes due now. */
const skipPatience = () =>
  t.owner.query(`update pgboss.job set start_after = now() where name = 'notifications.mail' and state = 'created'`)
const calm = () => new Promise((resolve) => setTimeout(resolve, 1_500))

describe('mail', () => {
  test("emails what is unread after two minutes, once per group, in the user's language, and not what was read", async () => {
    const user = await t.register()
    const reader = await t.register()
    await as(user, 'PATCH', '/profile/preferences', { language: 'de' })
    const agentId = newId()
    for (const person of [user, user, reader]) await failRun(person, agentId)
    await notified(user, 'Writer failed 2 times')
    const read = await notified(reader, 'Writer failed')
    const { rows: waiting } = await t.owner.query<{ seconds: number }>(
      `select extract(epoch from start_after - created_on)::int as seconds from pgboss.job where name = 'notifications.mail' and state = 'created'`,
    )
    expect(waiting.map(({ seconds }) => Math.round(seconds / 10) * 10)).toEqual([120, 120])
    await as(reader, 'POST', `/notifications/${read}/read`)
    await skipPatience()
    await vi.waitFor(async () => expect(await mailsTo(user, 'Writer ist 2-mal fehlgeschlagen')).toHaveLength(1), { timeout: 25_000 })
    const [mail] = await mailsTo(user, 'Writer ist 2-mal fehlgeschlagen')
    expect(mail?.body_text).toContain(`/org/${user.slug}/agents?agent=${agentId}`)
    expect(mail?.body_text).toContain('weil E-Mail-Benachrichtigungen eingeschaltet sind')
    await failRun(user, agentId)
    await notified(user, 'Writer failed 3 times')
    await skipPatience()
    await calm()
    expect(await mailsTo(user, 'Writer ist 3-mal fehlgeschlagen')).toEqual([])
    expect(await mailsTo(reader, 'Writer failed')).toEqual([])
  })

  test('sends nothing if the user switched it off or left the organization', async () => {
    const [off, mentions] = [await t.register(), await t.register()]
    const gone = await t.addMember(off.orgId, 'MEMBER')
    await prefer(off, { emailNotifications: false })
    await prefer(mentions, { mentionsOnly: true })
    for (const person of [off, mentions, gone]) {
      await failRun(person)
      await notified(person, 'Writer failed')
    }
    await t.owner.query('delete from auth.memberships where user_id = $1', [gone.userId])
    await skipPatience()
    await calm()
    for (const person of [off, mentions, gone]) expect(await mailsTo(person, 'Writer failed')).toEqual([])
  })

  test.each([
    ['activity', {}, true],
    ['activity', { mentionsOnly: true }, false],
    ['mention', { mentionsOnly: true }, true],
    ['mention', { emailNotifications: false }, false],
    ['update', { productUpdates: false }, false],
    ['activity', { productUpdates: false }, true],
    ['security', { emailNotifications: false, mentionsOnly: true, productUpdates: false }, true],
    ['security', { securityAlerts: false }, false],
  ] as const)('of %s with %o: %s', (category, change, expected) => {
    const defaults = {
      emailNotifications: true,
      pushNotifications: false,
      weeklyDigest: true,
      productUpdates: true,
      securityAlerts: true,
      mentionsOnly: false,
    }
    expect(wantsNotification({ ...defaults, ...change }, category, 'mail')).toBe(expected)
    expect(wantsNotification({ ...defaults, ...change }, category, 'push')).toBe(false)
  })
})

/** A new user with a delivered welcome, so that browsers added later do not receive it. */
async function registerWelcomed(): Promise<TestUser> {
  const user = await t.register()
  await notified(user, 'Welcome to Imperium')
  const waiting = `select 1 from pgboss.job where name = 'notifications.push' and state < 'completed' and data->>'userId' = $1`
  await vi.waitFor(async () => expect((await t.owner.query(waiting, [user.userId])).rowCount).toBe(0), { timeout: 25_000 })
  return user
}

describe('push', () => {
  test('reaches every browser encrypted and signed, with the content, and deletes a browser that is gone', async () => {
    const user = await registerWelcomed()
    const [first, second] = [openBrowser(), openBrowser()]
    for (const { subscription } of [first, second])
      expect((await as(user, 'POST', '/notifications/push', subscription)).body.data.pushNotifications).toBe(true)
    const { publicKey, browsers } = (await as<{ publicKey: string; browsers: number }>(user, 'GET', '/notifications/push')).body.data
    expect(browsers).toBe(2)
    await failRun(user)
    const id = await notified(user, 'Writer failed')
    const received = ({ path }: { path: string }) => service.received.filter((each) => each.path === path)
    await vi.waitFor(() => expect([received(first).length, received(second).length]).toEqual([1, 1]), { timeout: 25_000 })
    const [message] = received(first)
    if (!message) throw new Error('nothing received')
    expect(first.open(message.body)).toEqual({
      title: 'Writer failed',
      body: 'The run took too long.',
      url: expect.stringMatching(new RegExp(`^/org/${user.slug}/agents\\?agent=`)),
      tag: id,
    })
    expect(() => second.open(message.body)).toThrow(/./)
    expect(message.body.toString('latin1')).not.toContain('Writer')
    expect(message.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', topic: id.replaceAll('-', '') })
    const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(message.headers.authorization ?? '') ?? []
    expect(key).toBe(publicKey)
    const point = Buffer.from(key, 'base64url')
    const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
    const [head, claims, signature = ''] = token.split('.')
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    expect([isSigned, JSON.parse(Buffer.from(claims ?? '', 'base64url').toString())]).toMatchObject([
      true,
      { aud: `http://127.0.0.1:${service.port}` },
    ])
    service.status = 410
    await failRun(user)
    await vi.waitFor(async () => expect((await as<{ browsers: number }>(user, 'GET', '/notifications/push')).body.data.browsers).toBe(0), {
      timeout: 25_000,
    })
    service.status = 201
  })

  test('refuses internal addresses, other schemes, and keys off the curve', async () => {
    const user = await registerWelcomed()
    const { subscription } = openBrowser()
    const tries = [
      'http://127.0.0.1:1/push',
      'https://127.0.0.1/push',
      'https://[::1]/push',
      'https://10.0.0.8/push',
      'https://169.254.169.254/latest/meta-data',
      'https://2130706433/push',
      'http://93.184.215.14/push',
      'ftp://93.184.215.14/push',
      'https://user:pass@93.184.215.14/push',
    ]
    for (const endpoint of tries)
      expect([endpoint, (await as(user, 'POST', '/notifications/push', { ...subscription, endpoint })).status]).toEqual([endpoint, 422])
    const p256dh = Buffer.alloc(65, 4).toString('base64url')
    expect((await as(user, 'POST', '/notifications/push', { ...subscription, keys: { ...subscription.keys, p256dh } })).status).toBe(422)
  })

  test('binds a browser to the user who signed in there last, and stops when it is removed', async () => {
    const [user, other] = [await registerWelcomed(), await registerWelcomed()]
    const { subscription, path } = openBrowser()
    await as(user, 'POST', '/notifications/push', subscription)
    await as(other, 'POST', '/notifications/push', subscription)
    await as(user, 'POST', '/notifications/push/remove', { endpoint: subscription.endpoint })
    expect((await as<{ browsers: number }>(other, 'GET', '/notifications/push')).body.data.browsers).toBe(1)
    await failRun(user)
    await notified(user, 'Writer failed')
    await as(other, 'POST', '/notifications/push/remove', { endpoint: subscription.endpoint })
    await failRun(other)
    await notified(other, 'Writer failed')
    await calm()
    expect(service.received.filter((each) => each.path === path)).toEqual([])
  })

  test('shows sign-in security notifications on the page and in the browser, once, without a second email', async () => {
    const user = await registerWelcomed()
    const { subscription, path, open } = openBrowser()
    await as(user, 'POST', '/notifications/push', subscription)
    const notification = {
      userId: user.userId,
      type: 'warning' as const,
      texts: inEachLanguage(() => ({ title: 'New sign-in', message: 'Firefox' })),
      actionUrl: 'settings/security',
      source: `sign-in:${newId()}`,
    }
    for (let times = 0; times < 2; times++) await t.platform.db.withAuth((tx) => notifyAccount(t.platform.jobs, tx, notification))
    await notified(user, 'New sign-in')
    const received = () => service.received.filter((each) => each.path === path)
    await vi.waitFor(() => expect(received()).toHaveLength(1), { timeout: 25_000 })
    expect(open(received()[0]?.body ?? Buffer.alloc(0))).toMatchObject({ title: 'New sign-in', url: `/org/${user.slug}/settings/security` })
    await skipPatience()
    await calm()
    expect([received().length, (await mailsTo(user, 'New sign-in')).length]).toEqual([1, 0])
  })
})

describe('weekly digest', () => {
  test.each([
    ['2026-11-16T08:59:00Z', 'UTC', null],
    ['2026-11-16T09:00:00Z', 'UTC', '2026-11-16'],
    ['2026-11-17T23:59:00Z', 'UTC', '2026-11-16'],
    ['2026-11-18T00:00:00Z', 'UTC', null],
    ['2026-11-15T23:59:00Z', 'Asia/Tokyo', null],
    ['2026-11-16T00:00:00Z', 'Asia/Tokyo', '2026-11-16'],
    ['2026-11-15T19:00:00Z', 'Pacific/Kiritimati', '2026-11-16'],
    ['2026-11-16T16:59:00Z', 'America/Los_Angeles', null],
    ['2026-11-16T17:00:00Z', 'America/Los_Angeles', '2026-11-16'],
    // Clocks went back the night before: nine o'clock local time stays nine o'clock.
    ['2026-10-26T08:00:00Z', 'Europe/Paris', '2026-10-26'],
    ['2026-10-26T07:59:00Z', 'Europe/Paris', null],
  ])('at %s in %s: %s', (at, zone, week) => {
    expect(dueWeek(new Date(at), zone)).toBe(week)
  })

  test('sends real figures on Monday at nine local time, once, however many processes queue it', async () => {
    const subjectOf = async (user: TestUser) =>
      (
        await t.owner.query<Mail>(`select subject, body_text from app.sandbox_mail where recipient = $1 and subject like 'Your week%'`, [
          user.email,
        ])
      ).rows
    const user = await t.register({ organizationName: 'Northwind' })
    const off = await t.addMember(user.orgId, 'MEMBER')
    const tokyo = await t.addMember(user.orgId, 'MEMBER')
    const idle = await t.register()
    await prefer(off, { weeklyDigest: false })
    await as(tokyo, 'PATCH', '/profile/preferences', { timeZone: 'Asia/Tokyo' })
    const insert = (at: string, status: 'completed' | 'failed', cost: number) =>
      t.owner.query(
        `insert into app.usage_org_slots (org_id, slot, model, runs, completed, failed, latency_ms, cost_micros) values ($1, $2, 'm', 1, $3, $4, 100, $5)
         on conflict do nothing`,
        [user.orgId, at, status === 'completed' ? 1 : 0, status === 'failed' ? 1 : 0, cost],
      )
    await insert('2027-03-08T10:00:00Z', 'completed', 1_500_000)
    await insert('2027-03-10T10:00:00Z', 'completed', 250_000)
    await insert('2027-03-14T23:45:00Z', 'failed', 0)
    await insert('2027-03-03T10:00:00Z', 'completed', 1)
    // The Monday itself is of the next week.
    await insert('2027-03-15T00:15:00Z', 'completed', 9_000_000)
    now = new Date('2027-03-15T08:30:00Z')
    await Promise.all([queueDigests(t.platform), queueDigests(t.platform)])
    await vi.waitFor(async () => expect(await subjectOf(tokyo)).toHaveLength(1), { timeout: 25_000 })
    expect(await subjectOf(user)).toEqual([])
    now = new Date('2027-03-15T09:00:00Z')
    // A restored copy would send them again: members of this organization but the one who has theirs.
    const held = await t.platform.db.withSystem((tx) => t.platform.listHeldWork(tx, user.orgId))
    expect(held.filter(({ kind }) => kind === 'digest')).toMatchObject([{ orgId: user.orgId, count: 2 }])
    await Promise.all([queueDigests(t.platform), queueDigests(t.platform), queueDigests(t.platform)])
    await vi.waitFor(async () => expect(await subjectOf(user)).toHaveLength(1), { timeout: 25_000 })
    const [mail] = await subjectOf(user)
    expect(mail?.subject).toBe('Your week at Northwind')
    expect(mail?.body_text).toMatch(/March 8, 2027 to March 14, 2027/)
    expect(mail?.body_text).toMatch(/Runs: 3 \(1 the week before\)\nSuccess rate: 66\.7 %\nAI cost: \$1\.75/)
    now = new Date('2027-03-16T20:00:00Z')
    await queueDigests(t.platform)
    await calm()
    expect([(await subjectOf(user)).length, (await subjectOf(tokyo)).length]).toEqual([1, 1])
    expect([await subjectOf(off), await subjectOf(idle)]).toEqual([[], []])

    now = new Date()
    const key = /unsubscribe#key=([\w-]+)/.exec(mail?.body_text ?? '')?.[1] ?? ''
    const url = `/api/notifications/unsubscribe?key=${key}`
    expect((await t.app.inject({ method: 'GET', url })).statusCode).toBe(405)
    expect((await as(user, 'GET', '/notifications/preferences')).body.data.weeklyDigest).toBe(true)
    const click = (address: string, type: string, payload: string) =>
      t.app.inject({ method: 'POST', url: address, headers: { 'content-type': type }, payload })
    expect((await click(`${url}x`, 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click')).statusCode).toBe(200)
    expect((await as(user, 'GET', '/notifications/preferences')).body.data.weeklyDigest).toBe(true)
    expect((await click(url, 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click')).statusCode).toBe(200)
    expect((await as(user, 'GET', '/notifications/preferences')).body.data.weeklyDigest).toBe(false)
    await prefer(user, { weeklyDigest: true })
    const form = '--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
    expect((await click(url, 'multipart/form-data; boundary=b', form)).statusCode).toBe(200)
    expect((await as(user, 'GET', '/notifications/preferences')).body.data.weeklyDigest).toBe(false)
  })
})
