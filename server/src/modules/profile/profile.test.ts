import type { PersonExport, Profile } from '@imperium/contract/auth/profile.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { createTestApp, testPassword } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  await t.startWorkers()
})
afterAll(() => t.close())

const as = <T = Profile>(user: { token: string }, method: string, path: string, body?: unknown) =>
  t.call<T>(method, `/api${path}`, { token: user.token, ...(body === undefined ? {} : { body }) })

interface Mail {
  subject: string
  body_text: string
}
const mailsTo = async (email: string): Promise<Mail[]> =>
  (await t.owner.query<Mail>('select subject, body_text from app.sandbox_mail where recipient = $1 order by accepted_at', [email])).rows
const mailTo = (email: string, subject: string | RegExp) =>
  vi.waitFor(
    async () => {
      const found = (await mailsTo(email)).find((mail) =>
        typeof subject === 'string' ? mail.subject === subject : subject.test(mail.subject),
      )
      if (!found) throw new Error(`no mail "${String(subject)}" to ${email}`)
      return found
    },
    { timeout: 25_000 },
  )
const tokenIn = (mail: Mail) => /token=([\w-]+)/.exec(mail.body_text)?.[1] ?? ''
/** A member who owns no organization. */
const member = async () => t.addMember((await t.register()).orgId, 'MEMBER')
const login = (email: string) => t.call<{ token: string }>('POST', '/api/auth/login', { body: { email, password: testPassword } })

test('a profile is read and changed; a stale write is refused; the name is the new one on the next request', async () => {
  const user = await t.register()
  const before = (await as(user, 'GET', '/profile')).body.data
  expect(before).toMatchObject({ email: user.email, phone: '', avatarVersion: null, pendingEmail: null, deletesAt: null })
  const changed = await as(user, 'PATCH', '/profile', {
    firstName: 'Ada',
    lastName: 'Kovač',
    phone: '+49 (30) 123-456',
    updatedAt: before.updatedAt,
  })
  expect([changed.status, changed.body.data]).toMatchObject([200, { firstName: 'Ada', lastName: 'Kovač', phone: '+49 (30) 123-456' }])
  expect((await as(user, 'PATCH', '/profile', { lastName: 'Late', updatedAt: before.updatedAt })).status).toBe(409)
  expect((await as<{ firstName: string }>(user, 'GET', '/auth/profile')).body.data.firstName).toBe('Ada')
  for (const phone of ['call me', '<script>', '12', '+'.repeat(40)])
    expect((await as(user, 'PATCH', '/profile', { phone })).body.errors?.[0]?.path).toBe('phone')
  expect((await as(user, 'PATCH', '/profile', { phone: '' })).body.data.phone).toBe('')
})

test('accepts every time zone of the world as a preference, and rejects others', async () => {
  const user = await t.register()
  const wish = { language: 'de', timeZone: 'Asia/Kolkata', dateFormat: 'YYYY-MM-DD', timeFormat: '24h' }
  expect((await as(user, 'PATCH', '/profile/preferences', wish)).body.data.preferences).toEqual(wish)
  expect((await as<{ preferences: object }>(user, 'GET', '/auth/profile')).body.data.preferences).toEqual(wish)
  expect((await as(user, 'PATCH', '/profile/preferences', { timeZone: null })).body.data.preferences).toEqual({ ...wish, timeZone: null })
  for (const [field, value] of [
    ['language', 'pt'],
    ['timeZone', '+05:30'],
    ['timeZone', 'Mars/Olympus'],
    ['dateFormat', 'DD.MM.YYYY'],
    ['timeFormat', '25h'],
  ])
    expect((await as(user, 'PATCH', '/profile/preferences', { [field!]: value })).status).toBe(422)
})

test('confirms a new address by its own mailbox, notifies the old one, and disables links to the old one', async () => {
  const user = await member()
  const email = `moved-${newId()}@example.com`
  expect((await as(user, 'POST', '/profile/email', { email: user.email })).status).toBe(422)
  expect((await as(user, 'POST', '/profile/email', { email })).status).toBe(200)
  expect((await as(user, 'GET', '/profile')).body.data).toMatchObject({ email: user.email, pendingEmail: email })
  expect((await mailTo(user.email, 'Your email address is about to change')).body_text).toContain(email)
  const token = tokenIn(await mailTo(email, 'Confirm your new email address'))
  expect(token).toHaveLength(43)
  const confirm = () => t.call('POST', '/api/auth/confirm-email', { token: user.token, body: { token } })
  const responses = await Promise.all([confirm(), confirm(), confirm()])
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
  expect((await as(user, 'GET', '/profile')).body.data).toMatchObject({ email, emailVerified: true, pendingEmail: null })
  await mailTo(user.email, 'Your email address was changed')
  expect([(await login(user.email)).status, (await login(email)).status]).toEqual([401, 200])
})

test('handles an address that has an account like any other: only its own mailbox learns that it is taken', async () => {
  const user = await member()
  const other = await t.register()
  const free = await as(user, 'POST', '/profile/email', { email: `free-${newId()}@example.com` })
  const taken = await as(user, 'POST', '/profile/email', { email: other.email })
  expect([taken.status, { ...taken.body, requestId: '' }]).toEqual([free.status, { ...free.body, requestId: '' }])
  expect((await as(user, 'GET', '/profile')).body.data.pendingEmail).toBe(other.email)
  const mail = await mailTo(other.email, 'This address already has an account')
  expect(mail.body_text).not.toMatch(/token=|https?:/)
})

test('asks for reauthentication before an address change and an account deletion when the last one is old', async () => {
  const user = await member()
  await t.owner.query(`update auth.sessions set authenticated_at = now() - interval '11 minutes' where user_id = $1`, [user.userId])
  t.platform.auth.invalidate(user.userId)
  for (const [path, body] of [
    ['/profile/email', { email: `x-${newId()}@example.com` }],
    ['/profile/deletion', undefined],
  ] as const) {
    const { status, body: response } = await as(user, 'POST', path, body)
    expect([status, response.code]).toEqual([403, 'REAUTHENTICATION_REQUIRED'])
  }
  expect(await mailsTo(user.email)).not.toContainEqual(expect.objectContaining({ subject: 'Confirm the deletion of your account' }))
})

test('the owner of an organization stays: 409 names what to hand over, at the request and at the confirmation', async () => {
  const owner = await t.register({ organizationName: 'Northwind' })
  const refused = await as(owner, 'POST', '/profile/deletion')
  expect([refused.status, refused.body.code]).toEqual([409, 'LAST_OWNER'])
  expect(refused.body.message).toContain('Northwind')
  const user = await member()
  await as(user, 'POST', '/profile/deletion')
  const token = tokenIn(await mailTo(user.email, 'Confirm the deletion of your account'))
  await as(user, 'POST', '/organizations', { name: 'Made meanwhile' })
  const confirmed = await t.call('POST', '/api/auth/confirm-deletion', { body: { token } })
  expect([confirmed.status, confirmed.body.message]).toMatchObject([409, expect.stringContaining('Made meanwhile')])
})

const beginDeletion = async (): Promise<TestUser> => {
  const user = await member()
  expect((await as(user, 'POST', '/profile/deletion')).status).toBe(200)
  expect((await as(user, 'GET', '/profile')).body.data.deletesAt).toBeNull()
  const token = tokenIn(await mailTo(user.email, 'Confirm the deletion of your account'))
  const confirm = () => t.call<{ deletesAt: string }>('POST', '/api/auth/confirm-deletion', { body: { token } })
  const before = Date.now()
  const { body } = await confirm()
  const confirmedAt = Date.parse(body.data.deletesAt) - 14 * 86_400_000
  expect(confirmedAt).toBeGreaterThanOrEqual(before)
  expect(confirmedAt).toBeLessThanOrEqual(Date.now())
  expect((await confirm()).status).toBe(422)
  return user
}

test('a confirmed deletion ends every session; signing in within 14 days shows the date, and may keep the account', async () => {
  const user = await beginDeletion()
  expect((await as(user, 'GET', '/profile')).status).toBe(401)
  await mailTo(user.email, /^Your account will be deleted on \w+ \d+, \d{4}$/)
  const back = (await login(user.email)).body.data
  expect((await as<{ deletesAt: string | null }>(back, 'GET', '/auth/profile')).body.data.deletesAt).not.toBeNull()
  expect((await as(back, 'DELETE', '/profile/deletion')).body.data.deletesAt).toBeNull()
  await mailTo(user.email, 'Your account stays')
  expect((await as<{ deletesAt: string | null }>(back, 'GET', '/auth/profile')).body.data.deletesAt).toBeNull()
  // It is still there after several rounds of the job.
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  expect((await login(user.email)).status).toBe(200)
})

test("leaves no personal data after the grace period but the audit chain's, and skips an owner", async () => {
  const user = await beginDeletion()
  const owner = await t.register()
  await t.owner.query(`update auth.users set deletes_at = now() - interval '1 second' where id = any($1)`, [[user.userId, owner.userId]])
  await mailTo(user.email, 'Your account was deleted')
  expect((await login(user.email)).status).toBe(401)
  const { rows: tables } = await t.owner.query<{ name: string; columns: string[] }>(
    `select c.oid::regclass::text as name, array_agg(a.attname::text) as columns from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.atttypid in ('uuid'::regtype, 'text'::regtype)
     where n.nspname in ('app', 'auth') and c.relkind in ('r', 'p') and not c.relispartition group by 1`,
  )
  const left: string[] = []
  for (const { name, columns } of tables) {
    const holds = columns.map((column) => `${column}::text in ($1, $2)`).join(' or ')
    const { rowCount } = await t.owner.query(`select 1 from ${name} where ${holds}`, [user.userId, user.email])
    if (rowCount) left.push(name.replace(/^app\./, ''))
  }
  // The chain cannot be rewritten, the billing address is the organization's, and the sandbox mailbox empties itself.
  expect(left.toSorted()).toEqual(['audit_log', 'auth.organizations', 'sandbox_mail'])
  expect((await login(owner.email)).status).toBe(200)
})

test('exports all data of the user and none of others, to its owner only, and notifies them', async () => {
  const user = await t.register({ firstName: 'Export', lastName: 'Me' })
  const other = await t.addMember(user.orgId, 'ADMIN')
  await as(user, 'PATCH', '/profile', { phone: '+1 555 0100' })
  const agent = {
    name: 'Mine',
    type: 'SALES',
    description: 'Sells',
    config: { systemPrompt: 'Hi.', temperature: 0, maxTokens: 200 },
    capabilities: ['sentiment_analysis'],
  }
  const made = await as<{ id: string }>(user, 'POST', '/agents', agent)
  await as(other, 'POST', '/agents', { ...agent, name: 'Theirs' })
  expect(made.body.errors).toBeUndefined()
  await as(user, 'POST', `/agents/${made.body.data.id}/execute`, { input: 'What I typed' })
  const first = await as<PersonExport>(user, 'POST', '/profile/export')
  expect([first.status, first.body.data.status]).toEqual([202, 'pending'])
  await mailTo(user.email, 'Your data is ready')
  const state = (await as<PersonExport>(user, 'GET', '/profile/export')).body.data
  expect(state).toMatchObject({ id: first.body.data.id, status: 'ready' })
  expect(state.sizeBytes).toBeGreaterThan(1_000)
  const download = (token: string) =>
    t.app.inject({ method: 'GET', url: `/api/profile/export/${state.id}`, headers: { authorization: `Bearer ${token}` } })
  expect((await download(other.token)).statusCode).toBe(404)
  const response = await download(user.token)
  expect([response.statusCode, response.headers['content-disposition']]).toEqual([
    200,
    expect.stringMatching(/^attachment; filename="imperium-[\d-]+\.json"$/),
  ])
  const data = response.json<Record<string, Record<string, unknown>[]>>()
  expect(data['account']?.[0]).toMatchObject({ email: user.email, first_name: 'Export' })
  expect(data['profile']?.[0]).toMatchObject({ phone: '+1 555 0100' })
  expect(data['memberships']).toMatchObject([{ role: 'OWNER' }])
  expect(data['runs']).toMatchObject([{ agentName: 'Mine' }])
  expect(data['sessions']?.length).toBeGreaterThan(0)
  expect(data['notificationPreferences']).toHaveLength(1)
  expect(data['audit']).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ action: 'profile.update' }),
      expect.objectContaining({ action: 'agents.create', targetName: 'Mine' }),
    ]),
  )
  expect(response.body).not.toMatch(/argon2|token_hash|key_hash|Theirs/)
  expect(response.body).not.toContain(other.email)
  await vi.waitFor(async () => {
    const { items } = (await as<{ items: { title: string }[] }>(user, 'GET', '/notifications')).body.data
    expect(items.map((each) => each.title)).toContain('Your data is ready')
  })
})

test('includes every table that refers to a user in the export, or lists a reason', async () => {
  const { rows } = await t.owner.query<{ name: string }>(
    `select distinct c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where n.nspname in ('app', 'auth') and c.relkind in ('r', 'p') and not c.relispartition
       and a.attname in ('user_id', 'created_by', 'started_by_user', 'actor_id', 'invited_by', 'accepted_by', 'updated_by')`,
  )
  const exported: Record<string, string> = {
    api_keys: 'apiKeys',
    assignments: 'assignments',
    audit_log: 'audit',
    conversation_members: 'conversations',
    diet_plans: 'dietPlans',
    integration_connections: 'connectedServices',
    invitations: 'invitations',
    mcp_connections: 'connectedAssistants',
    mcp_approvals: 'assistantApprovals',
    knowledge_reads: 'knowledgeReads',
    knowledge_test_questions: 'knowledgeTestQuestions',
    notifications: 'notifications',
    onboarding: 'onboarding',
    payment_orders: 'payments',
    playground_calls: 'playgroundCalls',
    report_mails: 'reports',
    report_recipients: 'reports',
    report_shares: 'reports',
    reports: 'reports',
    runs: 'runs',
    settings_visits: 'settingsVisits',
    template_ratings: 'templateRatings',
    webhook_deliveries: 'webhookDeliveries',
    weekly_digests: 'weeklyDigests',
    'auth.avatars': 'photo',
    'auth.identities': 'connectedAccounts',
    'auth.login_events': 'signIns',
    'auth.memberships': 'memberships',
    'auth.notification_preferences': 'notificationPreferences',
    'auth.one_time_tokens': 'mailedLinks',
    'auth.passkeys': 'passkeys',
    'auth.person_exports': 'dataExports',
    'auth.profiles': 'profile',
    'auth.push_subscriptions': 'browsersWithPush',
    'auth.recovery_codes': 'recoveryCodes',
    'auth.sessions': 'sessions',
    'auth.totp_credentials': 'authenticatorApps',
    'auth.user_passwords': 'passwords',
  }
  // Short-lived ceremonies and hashes of earlier passwords are of no use to the user; agents, campaigns, segments, imports, coupons, offers,
  // suppressions, webhooks, workflows and credentials store their creator's name, and the audit rows record the creation.
  const named = [
    'agents',
    'agent_versions',
    'campaigns',
    'campaign_versions',
    'campaign_dry_runs',
    'campaign_samples',
    'contact_imports',
    'coupons',
    'plan_offers',
    'segments',
    'sign_up_forms',
    'suppressions',
    'webhooks',
    'workflows',
    'workflow_credentials',
  ]
  // Usage waits in `usage_pending` for seconds, and in `model_calls` while a model is called, until it is part of a sum.
  // Failed calls are counted by member without any content.
  const left = [
    ...named,
    'usage_api_errors',
    'usage_pending',
    'model_calls',
    'auth.challenges',
    'auth.sign_in_flows',
    'auth.password_history',
  ]
  const names = rows.map(({ name }) => name.replace(/^app\./, '')).toSorted()
  expect(names.filter((name) => !(name in exported) && !left.includes(name))).toEqual([])
  const user = await t.register()
  const sections = await t.platform.exportPerson({ userId: user.userId, orgIds: [user.orgId] })
  expect(Object.values(exported).filter((section) => section !== 'audit' && !(section in sections))).toEqual([])
})
