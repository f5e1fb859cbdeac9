import { z } from 'zod'
import { Id } from '../kit/fields.ts'

/** Shared by all features that send messages: channels, audiences, skip reasons. */
export const channels = ['email', 'sms', 'webhook', 'whatsapp'] as const
export const Channel = z.enum(channels)
export type Channel = z.infer<typeof Channel>

/** Recipients of a campaign. A free-text description becomes a segment that a member confirmed, never an audience directly. */
export const Audience = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('all') }),
    z.strictObject({
      kind: z.literal('segments'),
      /** In any of these ... */
      include: z.array(Id).min(1, 'Choose at least one segment').max(20),
      /** ... and in none of those. */
      exclude: z.array(Id).max(20).default([]),
    }),
    z.strictObject({ kind: z.literal('import'), importId: Id }),
    z.strictObject({ kind: z.literal('contacts'), contactIds: z.array(Id).min(1).max(500) }),
  ])
  .meta({ id: 'Audience' })
export type Audience = z.output<typeof Audience>

/** Why a contact does not get a message, in the order of the checks. */
export const skipReasons = [
  ...(['no_address', 'invalid_address', 'suppressed', 'platform_suppressed', 'bounced', 'no_consent', 'cap', 'window_closed'] as const),
  ...(['missing_field', 'rendering_error', 'no_template_approval', 'agent_rejected', 'agent_failed', 'erased', 'window_missed'] as const),
  'duplicate_address',
  'merged',
] as const
export const SkipReason = z.enum(skipReasons)
export type SkipReason = z.infer<typeof SkipReason>
