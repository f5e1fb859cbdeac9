import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyEvent } from './record-event.ts'
import { eventTypes } from './store.ts'
import type { RecipientRow } from './store.ts'

const sent: RecipientRow = {
  campaign_id: 'c',
  chunk: 0,
  status: 'sent',
  reason: null,
  address: 'a@example.com',
  provider_id: null,
  copies: 0,
  sent_at: new Date(0),
  delivered_at: null,
  opened_at: null,
  clicked_at: null,
  responded_at: null,
  bounced_at: null,
  complained_at: null,
  unsubscribed_at: null,
}
const event = fc.record({ type: fc.constantFrom(...eventTypes), minute: fc.integer({ min: 1, max: 500 }) })
const counted = [
  'delivered',
  'opened',
  'clicked',
  'responded',
  'bounced',
  'complained',
  'unsubscribed',
  'failed',
  'sent',
  'held',
  'skipped',
  'undelivered',
] as const

const starts = ['queued', 'skipped', 'sent', 'delivered', 'held', 'sending'] as const

function replay(start: RecipientRow, events: readonly { type: (typeof eventTypes)[number]; minute: number }[]) {
  let row = start
  const counts: Record<string, number> = Object.fromEntries(counted.map((name) => [name, 0]))
  counts['sent'] = start.sent_at ? 1 : 0
  if (start.status === 'held' || start.status === 'failed' || start.status === 'skipped') counts[start.status] = 1
  for (const { type, minute } of events) {
    const change = applyEvent(row, { sendId: 's', contactId: 'p', type, at: new Date(minute * 60_000) })
    const { detail: _detail, ...set } = change.set
    row = { ...row, ...set }
    for (const [name, by] of Object.entries(change.counts)) counts[name] = (counts[name] ?? 0) + (by ?? 0)
  }
  return { row, counts }
}

describe('events of a recipient', () => {
  it('counts a message in flight as sent when an event arrives, in case the worker died', () => {
    for (const type of ['bounced', 'failed'] as const) {
      const { row, counts } = replay({ ...sent, status: 'sending', sent_at: null }, [{ type, minute: 3 }])
      expect(row).toMatchObject({ status: type, sent_at: new Date(180_000) })
      expect(counts).toMatchObject({ sent: 1, [type]: 1, undelivered: type === 'failed' ? 1 : 0 })
    }
  })

  it('keeps every number equal to the marks of the row, counted once, for events in any order and number', () => {
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.array(event, { maxLength: 12 }), (status, events) => {
        const start = { ...sent, status, copies: 1, sent_at: status === 'sent' || status === 'delivered' ? sent.sent_at : null }
        const begun = status === 'delivered' ? { ...start, delivered_at: new Date(1) } : start
        const { row, counts } = replay(begun, events)
        const before = status === 'delivered' ? 1 : 0
        for (const name of ['delivered', 'opened', 'clicked', 'responded', 'bounced', 'complained', 'unsubscribed'] as const)
          expect((counts[name] ?? 0) + (name === 'delivered' ? before : 0)).toBe(row[`${name}_at`] ? 1 : 0)
        expect(counts['failed']).toBe(row.status === 'failed' ? 1 : 0)
        // Each recipient counts in one number: sent, failed before that, held or skipped; one that is being sent, or is queued, in none
        // yet.
        const of = (name: (typeof counted)[number]) => counts[name] ?? 0
        const settled = of('sent') + of('failed') - of('undelivered') + of('held') + of('skipped')
        expect(status === 'sending' || row.status === 'queued' ? [0, 1] : [1]).toContain(settled)
        for (const name of counted) expect(counts[name]).toBeGreaterThanOrEqual(name === 'delivered' ? -before : 0)
      }),
    )
  })

  it('a click without a picture was an opening and a delivery too', () => {
    const { row, counts } = replay(sent, [{ type: 'clicked', minute: 5 }])
    expect(row).toMatchObject({ status: 'clicked', delivered_at: expect.any(Date) as Date, opened_at: expect.any(Date) as Date })
    expect(counts).toMatchObject({ delivered: 1, opened: 1, clicked: 1 })
  })

  it('counts a click in a text message as a delivery and not as an opening, which the channel cannot report', () => {
    const { set, counts } = applyEvent(sent, { sendId: 's', contactId: 'p', type: 'clicked', at: new Date(1), hasNoOpenings: true })
    expect(set).toEqual({ status: 'clicked', delivered_at: expect.any(Date) as Date, clicked_at: expect.any(Date) as Date })
    expect(counts).toEqual({ delivered: 1, clicked: 1 })
  })

  it('counts email that was accepted and bounced as not delivered; counts a complaint in any state', () => {
    const back = replay({ ...sent, status: 'delivered', delivered_at: new Date(1) }, [{ type: 'bounced', minute: 9 }])
    expect(back.row).toMatchObject({ status: 'bounced', delivered_at: null })
    expect(back.counts).toMatchObject({ delivered: -1, bounced: 1 })
    expect(back.row.reason).toBe('bounced')
    const disordered = replay(sent, [
      { type: 'bounced', minute: 9 },
      { type: 'delivered', minute: 10 },
    ])
    expect(disordered.row).toMatchObject({ status: 'bounced', delivered_at: null })
    expect(disordered.counts['delivered'] ?? 0).toBe(0)
    const complaint = replay(sent, [
      { type: 'complained', minute: 3 },
      { type: 'clicked', minute: 4 },
    ])
    expect(complaint.row.status).toBe('complained')
  })

  it('counts a message accepted and then not delivered as failed and sent; a delayed one changes nothing', () => {
    const late = replay(sent, [{ type: 'failed', minute: 9 }])
    expect(late.row).toMatchObject({ status: 'failed', reason: 'undelivered' })
    expect(late.counts).toMatchObject({ failed: 1, undelivered: 1, sent: 1 })
    const after = replay(sent, [
      { type: 'failed', minute: 9 },
      { type: 'delivered', minute: 10 },
    ])
    expect(after.row).toMatchObject({ status: 'delivered', reason: null })
    expect(after.counts).toMatchObject({ failed: 0, undelivered: 0, delivered: 1 })
    expect(applyEvent(sent, { sendId: 's', contactId: 'p', type: 'delayed', at: new Date() })).toEqual({ set: {}, counts: {} })
  })

  it('settles a held message when an event for it arrives', () => {
    const back = replay({ ...sent, status: 'held', sent_at: null }, [{ type: 'bounced', minute: 9 }])
    expect(back.row).toMatchObject({ status: 'bounced', sent_at: expect.any(Date) as Date })
    expect(back.counts).toMatchObject({ held: 0, sent: 1, bounced: 1 })
  })

  it('settles a message that was given up with an unknown outcome when an event for it arrives', () => {
    const row = { ...sent, status: 'failed', reason: 'outcome_unknown', sent_at: null }
    const back = replay(row, [{ type: 'bounced', minute: 3 }])
    expect(back.row).toMatchObject({ status: 'bounced', reason: 'bounced', sent_at: new Date(180_000) })
    expect(back.counts).toMatchObject({ failed: 0, sent: 1, bounced: 1 })
    const lost = replay(row, [
      { type: 'failed', minute: 3 },
      { type: 'failed', minute: 4 },
    ])
    expect(lost.row).toMatchObject({ status: 'failed', reason: 'undelivered', sent_at: new Date(180_000) })
    expect(lost.counts).toMatchObject({ failed: 1, undelivered: 1, sent: 1 })
  })

  it('counts a possible copy as sent, whatever was queued or given up since; leaves its failure to the next copy', () => {
    for (const status of ['queued', 'skipped']) {
      const row = { ...sent, status, reason: 'outcome_unknown', copies: 1, sent_at: null }
      const complained = replay(row, [{ type: 'complained', minute: 3 }])
      expect(complained.row).toMatchObject({ status: 'complained', reason: null, sent_at: new Date(180_000) })
      expect(complained.counts).toMatchObject({ sent: 1, delivered: 1, complained: 1, skipped: 0 })
      expect(replay(row, [{ type: 'bounced', minute: 3 }]).row).toMatchObject({ status: 'bounced', reason: 'bounced' })
      expect(replay(row, [{ type: 'failed', minute: 3 }]).row).toEqual(row)
    }
  })

  it('ignores events for a message that was never sent', () => {
    expect(
      applyEvent({ ...sent, status: 'skipped', sent_at: null }, { sendId: 's', contactId: 'p', type: 'opened', at: new Date() }),
    ).toEqual({
      set: {},
      counts: {},
    })
  })
})
