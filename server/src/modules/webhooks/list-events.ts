import { z } from 'zod'
import { events } from '@imperium/contract/registry.ts'
import { oneId, otherId } from '@imperium/contract/events/sample-ids.ts'
import type { WebhookEvent } from '@imperium/contract/webhooks.ts'
import { makeBody } from './deliveries/payload.ts'
import { plainSchema } from '../../platform/operations/plain-schema.ts'

const at = new Date('2026-11-24T10:00:00.000Z')

/** The catalogue as webhooks see it: the data of each event has the organization's id, too. */
export const listEvents = (): WebhookEvent[] =>
  events.map(({ type, label, payload, sample }) => ({
    type,
    label,
    schema: z.toJSONSchema(payload.extend({ organizationId: z.uuid() }), { override: plainSchema }) as WebhookEvent['schema'],
    example: makeBody({ id: otherId, event: type, at, orgId: oneId, payload: sample }),
  }))
