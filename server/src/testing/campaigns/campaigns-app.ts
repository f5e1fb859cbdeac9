import { afterAll, beforeAll, expect } from 'vitest'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import type { DryRun } from '@imperium/contract/campaigns/campaign-reports.ts'
import { newId } from '../../platform/ids.ts'
import { createTestApp } from '../test-app.ts'
import type { TestApp, TestUser } from '../test-app.ts'

/** An installation with workers for campaign tests over HTTP, with helpers for users, contacts and campaigns. */
export function openCampaigns() {
  let t: TestApp
  let user: TestUser
  beforeAll(async () => {
    t = await createTestApp({ log: 'error', env: { EGRESS_ALLOW: '127.0.0.0/8' } })
    user = await t.register()
    await t.startWorkers()
  })
  afterAll(() => t.close())

  const call = async <T>(method: string, path: string, body?: unknown, as: TestUser = user, expected = 0) => {
    const response = await t.call<T>(method, `/api${path}`, { token: as.token, ...(body === undefined ? {} : { body }) })
    if (expected) expect(response.status, JSON.stringify(response.body)).toBe(expected)
    return response
  }
  const get = async <T>(path: string, as: TestUser = user): Promise<T> => (await call<T>('GET', path, undefined, as, 200)).body.data
  const post = async <T>(path: string, body?: unknown, as: TestUser = user): Promise<T> => {
    const { status, body: response } = await call<T>('POST', path, body, as)
    expect(status, JSON.stringify(response)).toBeLessThan(300)
    return response.data
  }

  let count = 0
  /** A contact with a phone number, opted in to text messages unless disabled. */
  async function addContact(who: TestUser, fields: object = {}, agreed = true): Promise<string> {
    count += 1
    const body = {
      email: `c${newId().slice(-10)}@example.com`,
      phone: `+4366412345${String(100 + count)}`,
      firstName: `Con${count}`,
      ...fields,
    }
    const { id } = await post<{ id: string }>('/contacts', body, who)
    if (agreed)
      await t.owner.query(
        `insert into app.consents (org_id, contact_id, channel, purpose, status, source, at)
         select $1, $2, channel, 'marketing', 'granted', 'manual', now() from unnest(array['sms', 'email']) channel`,
        [who.orgId, id],
      )
    return id
  }

  /** Contacts in any order: they are created at once. */
  const addContacts = (who: TestUser, many: number, fieldsOf: (n: number) => object = () => ({})): Promise<string[]> =>
    Promise.all(Array.from({ length: many }, (_, n) => addContact(who, fieldsOf(n))))

  async function newcomer(): Promise<TestUser> {
    const who = await t.register()
    // No quiet hours: the tests run at any time of the day.
    await t.owner.query(
      'insert into app.contact_settings (org_id, quiet_from, quiet_until) values ($1, null, null) on conflict (org_id) do update set quiet_from = null, quiet_until = null',
      [who.orgId],
    )
    return who
  }

  const makeText = (who: TestUser, definition: object = {}): Promise<Campaign> =>
    post(
      '/campaigns',
      {
        name: 'Texts',
        channel: 'sms',
        definition: { content: { text: 'Hello {{ first_name }}' }, audience: { kind: 'all' }, ...definition },
      },
      who,
    )
  return { app: () => t, first: () => user, call, get, post, addContact, addContacts, newcomer, makeText }
}

export async function untilIs<T>(read: () => Promise<T>, isThere: (value: T) => boolean, ms = 25_000): Promise<T> {
  const endsAt = Date.now() + ms
  for (;;) {
    const value = await read()
    if (isThere(value)) return value
    if (Date.now() > endsAt) throw new Error(`not in time: ${JSON.stringify(value).slice(0, 500)}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export const isDone = (run: DryRun): boolean => run.status !== 'running'
