import { z } from 'zod'
import { MessageKey } from '../kit/message-fields.ts'
import { Timestamp } from '../kit/fields.ts'
import { del, get, operations, post } from '../kit/operations.ts'

export const demoStatuses = ['none', 'loading', 'ready', 'removing', 'failed'] as const

export const DemoData = z
  .object({
    /** `failed`: loading or removing stopped in the middle; both can be begun again. */
    status: z.enum(demoStatuses),
    /** Percent of what is being loaded or removed. */
    progress: z.int(),
    counts: z.object({
      agents: z.int(),
      runs: z.int(),
      contacts: z.int(),
      segments: z.int(),
      campaigns: z.int(),
      workflows: z.int(),
      conversations: z.int(),
      orders: z.int(),
      documents: z.int(),
      webhooks: z.int(),
      entities: z.int(),
    }),
    /** Why it stopped; null unless `failed`. */
    error: z.string().nullable(),
    errorKey: MessageKey.optional(),
    startedAt: Timestamp.nullable(),
  })
  .meta({ id: 'DemoData' })
export type DemoData = z.infer<typeof DemoData>

export const demoData = operations(
  'demo-data',
  { read: 'dashboard:read', write: 'organizations:update' },
  {
    read: get('/demo-data', 'Whether demo data is loaded, and how far loading or removing it is', { reply: DemoData }),
    load: post(
      '/demo-data',
      'Load demo data: agents with weeks of runs, contacts, segments, campaigns, workflows, conversations, sales, documents, a webhook, record types',
      {
        reply: DemoData,
        status: 202,
        errors: [409],
        rate: { max: 10, perSeconds: 60 },
      },
    ),
    remove: del('/demo-data', 'Remove the demo data', {
      reply: DemoData,
      status: 202,
      errors: [409],
      rate: { max: 10, perSeconds: 60 },
    }),
  },
)
