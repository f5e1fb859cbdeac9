import { z } from 'zod'
import { MessageKey } from '../kit/message-fields.ts'
import { get, operations, post } from '../kit/operations.ts'
import { Id, Micros, Timestamp } from '../kit/fields.ts'

/** An agent's sample message for a contact of the audience, before the launch. It is never sent. */
export const CampaignSample = z
  .object({
    runId: Id,
    contactId: Id,
    /** Null once the contact was erased. */
    name: z.string().nullable(),
    variant: z.int(),
    /** The campaign has been changed since. */
    isOutdated: z.boolean(),
    status: z.enum(['writing', 'written', 'failed']),
    subject: z.string(),
    /** As the recipient would read it, in its frame. */
    text: z.string(),
    /** Of a mail, for an iframe without scripts; null on other channels. */
    html: z.string().nullable(),
    costMicros: Micros,
    /** Why it failed. */
    detail: z.string(),
    detailKey: MessageKey.optional(),
    createdAt: Timestamp,
  })
  .meta({ id: 'CampaignSample' })
export type CampaignSample = z.infer<typeof CampaignSample>

export const samplesAtOnce = 3

export const campaignSamples = operations(
  'campaigns',
  { read: 'campaigns:read', write: 'agents:execute' },
  {
    writeSamples: post(
      '/campaigns/:id/samples',
      'Let the agent of a campaign write sample messages for three contacts of its audience: real runs, within the budget',
      {
        idempotent: true,
        reply: z.array(CampaignSample).max(samplesAtOnce),
        status: 202,
        errors: [409, 422],
        rate: { max: 20, perSeconds: 3600 },
      },
    ),
    samples: get('/campaigns/:id/samples', 'Read what an agent wrote as samples, newest first', {
      reply: z.array(CampaignSample).max(30),
    }),
  },
)
