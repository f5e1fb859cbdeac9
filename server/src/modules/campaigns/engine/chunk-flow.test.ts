import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { LeaseHandle } from '../../../platform/leases/lease-handle.ts'
import { ChunkFlow } from './chunk-flow.ts'
import type { FlowNeeds } from './chunk-flow.ts'
import type { Window } from './write-window.ts'

test('waits for a message in flight after its time is over, and leaves the process to others', async () => {
  const contactId = newId()
  const contact = { id: contactId, email: 'a@example.com' }
  const candidate = { contactId, checkedAt: performance.now(), attempts: 0, copies: 0, triedAt: null, addressee: { contact } }
  const written: Pick<Window, 'changes' | 'marks'>[] = []
  let steps = 0
  const needs = {
    withTx: async () => ({ candidates: [candidate], changes: [], last: null }),
    key: { sendId: newId(), chunk: 0, epoch: 1 },
    outlet: {
      account: { unknownPolicy: 'repeat', acceptanceDelivers: true },
      compose: () => ({ message: { to: 'a@example.com' } }),
      // Longer than the lease and than the longest wait between two lease checks.
      send: async () => {
        await pause(1_500)
        return { kind: 'accepted', providerId: null, response: '250 Ok', delivered: true }
      },
    },
    slots: {
      free: () => 1,
      take: () => undefined,
      give: () => undefined,
      pause: () => {
        steps += 1
        if (steps > 1_000) throw new Error('It goes round without a pause, and nothing else in the process runs.')
      },
      changed: () => new Promise(() => undefined),
    },
    tokenBucket: { take: async () => ({ taken: 1, waitMs: 0, isDomain: false }) },
    faults: { note: () => null },
    retryMs: [100],
    lease: new LeaseHandle(performance.now(), 100),
    now: () => new Date(),
    write: async (window: Window) => {
      written.push(window)
      return {
        marked: new Set(window.marks.map((mark) => mark.contactId)),
        clashing: new Set(),
        bounced: [],
        delivered: [],
        failed: 0,
        leftOut: 0,
        sendStatus: 'sending',
      }
    },
    afterWritten: async () => undefined,
  }
  const flow = new ChunkFlow(needs as unknown as FlowNeeds)
  expect(await flow.run()).toMatchObject({ why: 'stopped' })
  expect(written.flatMap(({ changes }) => changes)).toMatchObject([{ contactId, status: 'sent' }])
})
