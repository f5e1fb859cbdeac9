import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { postEntry, readBalances } from './ledger-store.ts'

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  owner = await t.register()
})
afterAll(() => t.close())

/** The same numbers each time: a failure can be repeated. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) yield (state = (state * 48_271) % 2_147_483_647)
}

const post = (id: string, postings: { account: string; amount: number }[]) =>
  t.platform.db.withOrg(owner.orgId, (tx) => postEntry(tx, { cause: { kind: 'payment', id }, currency: 'INR', postings }))

test('whatever is posted balances: entries that do not are refused', async () => {
  const random = numbers(7)
  const accounts = ['provider:sandbox', 'income:subscriptions', 'customer:credit', 'income:contributions']
  let kept = 0
  for (let at = 0; at < 120; at++) {
    const lines = Array.from({ length: 1 + (random.next().value % 4) }, () => ({
      account: accounts[random.next().value % 4] ?? '',
      amount: (random.next().value % 9_000_000) - 4_500_000 || 1,
    }))
    const sum = lines.reduce((total, { amount }) => total + amount, 0)
    const isBalanced = random.next().value % 2 === 0 && sum !== 0
    const postings = isBalanced ? [...lines, { account: 'customer:credit', amount: -sum }] : lines
    const done = await post(`p${at}`, postings).then(
      () => true,
      () => false,
    )
    expect(done).toBe(postings.length > 1 && postings.reduce((total, { amount }) => total + amount, 0) === 0)
    if (done) kept += 1
  }
  expect(kept).toBeGreaterThan(20)
  const balances = await t.platform.db.withOrg(owner.orgId, (tx) => readBalances(tx))
  expect(balances.reduce((sum, { balance }) => sum + balance, 0)).toBe(0)
})

test('an entry is made once, never changed, and nothing joins it later', async () => {
  const pair = [
    { account: 'provider:sandbox', amount: 5 },
    { account: 'customer:credit', amount: -5 },
  ]
  await post('once', pair)
  await expect(post('once', pair)).rejects.toThrow('duplicate key')
  const { rows } = await t.owner.query<{ id: string }>("select id from app.ledger_entries where cause_id = 'once'")
  const more = (tx: { query: typeof t.owner.query }) =>
    tx.query(
      `insert into app.ledger_postings (org_id, entry_id, line, account, amount) values ($1, $2, 8, 'a:b', 1), ($1, $2, 9, 'a:c', -1)`,
      [owner.orgId, rows[0]?.id],
    )
  await expect(more(t.owner)).rejects.toThrow('is closed')
  await expect(t.owner.query('update app.ledger_postings set amount = amount * 2')).rejects.toThrow('append-only')
  await expect(t.owner.query('delete from app.ledger_entries')).rejects.toThrow('append-only')
})
