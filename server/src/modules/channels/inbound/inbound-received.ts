import { z } from 'zod'
import { defineInternalEvent } from '@imperium/contract/kit/event.ts'
import { Id } from '@imperium/contract/kit/fields.ts'

/** A channel received something: a reply, a bounce, a complaint, a provider's report. `readInboundItem` reads the item. */
export const inboundReceived = defineInternalEvent('inbound.received', z.object({ itemId: Id, kind: z.string(), channel: z.string() }))
