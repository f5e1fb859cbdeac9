import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../testing/campaigns/campaign-server.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import { extendLeases } from '../../../platform/leases/lease-store.ts'
import { chunkLeases, leaseOf, claimChunk } from './chunk-store.ts'
import { createEngine } from './engine.ts'
import type { Engine } from './engine.ts'
import { accepted, arrangeCampaign, createFakeOutlet, createFakeParts, launch, numbersOf, startEngines } from './test-sends.ts'

// Owner and end of the lease of each chunk.

let t: TestApp
let engines: Map<string, Engine>

beforeAll(async () => {
  t = await createTestApp({ env: { CAMPAIGN_IN_FLIGHT: '10', CAMPAIGN_RETRY_MS: '50,100' } })
  engines = await startEngines(t)
})
afterAll(() => t.close())

test('takes a failed chunk again immediately, while its process continues to send others', async () => {
  const busy = await t.register()
  const small = await t.register()
  const outlet = createFakeOutlet(async ({ identity }) => {
    if (identity.startsWith(busy.orgId)) await pause(100)
    return accepted
  })
  const engine = createEngine(t.platform, createFakeParts(outlet.send))
  engines.set(busy.orgId, engine)
  engines.set(small.orgId, engine)
  // The database rejects the hand-back while the flag is set.
  await t.owner.query(`
    create table app.no_give_back (org_id uuid);
    create function app.refuse_give_back() returns trigger language plpgsql security definer as $$ begin
      if old.status = 'leased' and new.status <> 'leased' and exists (select from app.no_give_back f where f.org_id = new.org_id)
        then raise exception 'no' using errcode = '40P01'; end if;
      return new;
    end $$;
    create trigger refuse_give_back before update on app.campaign_chunks for each row execute function app.refuse_give_back()`)
  await t.owner.query('insert into app.no_give_back values ($1)', [small.orgId])
  const busySend = await launch(t.platform, busy.orgId, await arrangeCampaign(t, busy.orgId, { contacts: 1_500 }))
  await until(async () => outlet.got.size > 5)
  const sendId = await launch(t.platform, small.orgId, await arrangeCampaign(t, small.orgId, { contacts: 20, domains: ['small.example'] }))
  await until(async () => (await numbersOf(t, sendId)).sent === 20, 20_000)
  await pause(500)
  await t.owner.query('truncate app.no_give_back')
  // The job is retried after 1, 2 and 4 seconds; the lease lasts twenty.
  await until(async () => (await numbersOf(t, sendId)).status === 'completed', 10_000)
  expect(await numbersOf(t, busySend)).toMatchObject({ status: 'sending' })
  expect(await numbersOf(t, sendId)).toMatchObject({ sent: 20, repeats: 0 })
})

test('of the leases under its name a process extends those that it has in hand', async () => {
  const { orgId } = await t.register()
  const engine = createEngine(
    t.platform,
    createFakeParts(async () => accepted),
  )
  engines.set(orgId, { ...engine, sendChunk: async () => undefined })
  const sendId = await launch(t.platform, orgId, await arrangeCampaign(t, orgId, { contacts: 600 }))
  await until(async () => (await numbersOf(t, sendId)).status === 'sending')
  const take = (chunk: number) => t.platform.db.withOrg(orgId, (tx) => claimChunk(tx, { sendId, chunk, owner: 'one:1:a', leaseMs: 60_000 }))
  const [first] = [await take(0), await take(1)]
  const inHand = [leaseOf(orgId, { sendId, chunk: 0, epoch: first?.epoch ?? 0 })]
  const extend = (owner: string) => t.platform.db.withSystem((tx) => extendLeases(tx, chunkLeases(600_000), owner, inHand))
  expect(await extend('one:1:a')).toMatchObject(inHand)
  expect(await extend('two:2:b')).toEqual([])
  const { rows } = await t.owner.query(
    `select lease_until > now() + interval '5 minutes' as extended from app.campaign_chunks where send_id = $1 order by chunk`,
    [sendId],
  )
  expect(rows).toEqual([{ extended: true }, { extended: false }])
})
