import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import { lockCampaign } from '../store.ts'
import { extendLeases } from '../../../platform/leases/lease-store.ts'
import { chunkLeases, leaseOf, recoverUnknown, claimChunk } from './chunk-store.ts'
import { moveSends, readFacts } from './send-store.ts'
import { arrangeCampaign, launch } from './test-sends.ts'

// Lock order: campaign, send, chunks. A transaction that starts with a chunk must not need the others.

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

/** A send with one chunk and one unknown outcome after a crash. */
async function arrange() {
  const { orgId } = await t.register()
  const campaignId = await arrangeCampaign(t, orgId, { contacts: 1 })
  const sendId = await launch(t.platform, orgId, campaignId)
  await t.owner.query(`update app.campaign_sends set status = 'sending' where id = $1`, [sendId])
  await t.owner.query(`insert into app.campaign_chunks (org_id, send_id, chunk, status, total) values ($1, $2, 0, 'ready', 1)`, [
    orgId,
    sendId,
  ])
  await t.owner.query(
    `insert into app.campaign_recipients (org_id, send_id, contact_id, campaign_id, chunk, status)
     select org_id, $2, id, $3, 0, 'sending' from app.contacts where org_id = $1`,
    [orgId, sendId, campaignId],
  )
  return { orgId, campaignId, sendId }
}

test.each(['the send', 'the campaign', 'all sends'])(
  'a chunk is taken, and what a crash hid of it, while somebody holds %s',
  async (what) => {
    const { orgId, campaignId, sendId } = await arrange()
    const { db } = t.platform
    const [recovered, isInTime] = await db
      .withOrg(orgId, async (holder) => {
        if (what === 'the send') await readFacts(holder, sendId, { lock: true })
        else if (what === 'the campaign') await lockCampaign(holder, campaignId)
        else await moveSends(holder, campaignId, 'pause')
        const taken = db.withOrg(orgId, async (tx) => {
          const taken = await claimChunk(tx, { sendId, chunk: 0, owner: 'me', leaseMs: 20_000 })
          return recoverUnknown(tx, { sendId, chunk: 0, epoch: taken?.epoch ?? 0 }, { id: newId(), unknownPolicy: 'repeat' })
        })
        const inTime = await Promise.race([taken.then(() => true), pause(3_000, false)])
        return [taken, inTime] as const
      })
      .then(async ([taken, inTime]) => [await taken, inTime] as const)
    expect([recovered, isInTime]).toEqual([1, true])
  },
)

test('extends other leases while one chunk is locked, and keeps the lease of that chunk', async () => {
  const { orgId, sendId } = await arrange()
  const { db } = t.platform
  await t.owner.query(`insert into app.campaign_chunks (org_id, send_id, chunk, status, total) values ($1, $2, 1, 'ready', 1)`, [
    orgId,
    sendId,
  ])
  const inHand = await db.withOrg(orgId, async (tx) => {
    const take = async (chunk: number) => ({
      sendId,
      chunk,
      epoch: (await claimChunk(tx, { sendId, chunk, owner: 'me', leaseMs: 20_000 }))?.epoch ?? 0,
    })
    return [await take(0), await take(1)]
  })
  const extend = () =>
    db.withSystem((tx) =>
      extendLeases(
        tx,
        chunkLeases(60_000),
        'me',
        inHand.map((each) => leaseOf(orgId, each)),
      ),
    )
  const beside = await db.withOrg(orgId, async (holder) => {
    await holder.updateTable('campaign_chunks').set({ sent: 1 }).where('send_id', '=', sendId).where('chunk', '=', 0).execute()
    return extend()
  })
  expect(beside.map(({ key }) => key.chunk)).toEqual([1])
  expect(new Set((await extend()).map(({ key }) => key.chunk))).toEqual(new Set([0, 1]))
})
