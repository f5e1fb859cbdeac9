import { z } from 'zod'
import { defineEvent } from '../kit/event.ts'
import { Id, Timestamp } from '../kit/fields.ts'
import { oneId } from './sample-ids.ts'

const webhook = z.object({ webhookId: Id, name: z.string() })
const webhookSample = { webhookId: oneId, name: 'CRM' }

export const webhookEvents = {
  /** Only failures for three days; it is disabled at `disabledAt` unless one succeeds before. */
  failing: defineEvent('webhook.failing', 'A webhook keeps failing', webhook.extend({ since: Timestamp, disabledAt: Timestamp }), {
    ...webhookSample,
    since: '2026-11-20T10:00:00.000Z',
    disabledAt: '2026-11-25T10:00:00.000Z',
  }),
  /** Disabled by the product. */
  disabled: defineEvent(
    'webhook.disabled',
    'A webhook was disabled automatically',
    webhook.extend({ reason: z.enum(['gone', 'failing']) }),
    {
      ...webhookSample,
      reason: 'failing',
    },
  ),
}
