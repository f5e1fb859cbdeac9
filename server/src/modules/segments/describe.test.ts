import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SegmentProposal } from '@imperium/contract/contacts/segments.ts'
import { newId } from '../../platform/ids.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'

let t: TestApp
let user: TestUser
const campaignId = newId()
beforeAll(async () => {
  t = await createTestApp()
  user = await t.register()
  const { orgId } = user
  await t.owner.query(
    `insert into app.contacts (org_id, id, email, email_hash, tags, source) values ($1, uuidv7(), 'a@example.com', '\\x01', '{vip,newsletter}', 'manual')`,
    [orgId],
  )
  await t.owner.query(
    `insert into app.contact_fields (org_id, id, key, label, type, choices) values ($1, uuidv7(), 'score', 'Score', 'number', '{}'), ($1, uuidv7(), 'plan', 'Plan', 'choice', '{Free,Pro}')`,
    [orgId],
  )
  await t.owner.query(
    `insert into app.campaigns (org_id, id, name, channel, definition, created_by, launched_at) values ($1, $2, 'Spring Sale', 'email', '{}', 'Test', now())`,
    [orgId, campaignId],
  )
  await t.owner.query(`insert into app.contact_events (org_id, id, contact_id, type) values ($1, uuidv7(), uuidv7(), 'purchase')`, [orgId])
})
afterAll(() => t.close())

const describe = (text: string, as = user) => t.call<SegmentProposal>('POST', '/api/segments/describe', { token: as.token, body: { text } })

// The sentence of the specification: every part becomes a rule that a person can look at, and nothing is left over.
test('turns plain language into rules', async () => {
  const response = await describe('everyone tagged vip in Germany who opened a mail in the last 30 days')
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  expect(response.body.data).toMatchObject({ notUnderstood: [], isSandbox: true, costMicros: 0 })
  expect(response.body.data.rules).toEqual({
    match: 'all',
    rules: [
      { kind: 'tags', op: 'any_of', tags: ['vip'] },
      {
        match: 'any',
        rules: [
          { kind: 'field', field: 'phone', op: 'starts_with', value: '+49' },
          { kind: 'field', field: 'locale', op: 'ends_with', value: '-DE' },
          { kind: 'field', field: 'timeZone', op: 'is', value: 'Europe/Berlin' },
        ],
      },
      { kind: 'campaign', did: 'opened', days: 30 },
    ],
  })
})

test.each<[string, object[]]>([
  ['people who have not opened Spring Sale', [{ kind: 'campaign', did: 'not_opened', campaignId }]],
  [
    'with a score over 500 on plan Pro',
    [
      { kind: 'custom', type: 'number', field: 'score', op: 'greater', value: 500 },
      { kind: 'custom', type: 'choice', field: 'plan', op: 'any_of', values: ['Pro'] },
    ],
  ],
  ['at least 2 purchases in the last 3 weeks', [{ kind: 'event', type: 'purchase', op: 'at_least', count: 2, days: 21 }]],
  ['added in the last week', [{ kind: 'created', op: 'last_days', days: 7 }]],
  [
    'contacts without a phone number who are not tagged newsletter',
    [
      { kind: 'field', field: 'phone', op: 'is_empty' },
      { kind: 'tags', op: 'none_of', tags: ['newsletter'] },
    ],
  ],
])('"%s" is understood', async (text, rules) => {
  const { rules: proposed, notUnderstood } = (await describe(text)).body.data
  expect(notUnderstood).toEqual([])
  expect(proposed?.rules).toEqual(rules)
})

// What is not understood is said and not guessed; a tag that does not exist is not made up.
test.each<[string, string[], boolean]>([
  ['everyone tagged vip who loves cats', ['loves cats'], true],
  ['everyone who loves cats', ['loves cats'], false],
  ['everyone tagged ghost', ['tagged ghost (there is no tag "ghost")'], false],
])('"%s" leaves out what the text does not contain', async (text, notUnderstood, hasRules) => {
  const proposal = (await describe(text)).body.data
  expect(proposal.notUnderstood).toEqual(notUnderstood)
  expect(proposal.rules !== null).toBe(hasRules)
})

test('a call is metered, and one beyond the monthly limit of the model is refused', async () => {
  const org = await t.register()
  const calls = async () =>
    Number(
      (
        await t.owner.query<{ n: string }>('select coalesce(sum(model_calls), 0) as n from app.usage_pending where org_id = $1', [
          org.orgId,
        ])
      ).rows[0]?.n,
    )
  const before = await calls()
  expect((await describe('everyone tagged vip', org)).status).toBe(200)
  expect((await calls()) - before).toBe(1)
  await t.owner.query('update app.ai_model_configs set monthly_usage_limit = 1 where org_id = $1', [org.orgId])
  const refused = await describe('everyone tagged vip', org)
  expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining('monthly limit')])
})

test('reports a failing model, and refuses viewers', async () => {
  expect((await describe('tagged vip [[sandbox:error=500]]')).status).toBe(503)
  const viewer = await t.addMember(user.orgId, 'VIEWER')
  expect((await describe('tagged vip', viewer)).status).toBe(403)
})
