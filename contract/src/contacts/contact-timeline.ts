import { z } from 'zod'
import { Id, Timestamp } from '../kit/fields.ts'

/** Where an entry comes from; `events`: what the organization recorded itself. */
export const timelineKinds = ['contact', 'events', 'consent', 'campaigns', 'messages', 'workflows', 'agents'] as const
export const TimelineKind = z.enum(timelineKinds)
export type TimelineKind = z.infer<typeof TimelineKind>

export const timelineLinks = ['campaign', 'conversation', 'workflow-run', 'agent-run', 'import', 'segment'] as const
export const TimelineLink = z.object({
  kind: z.enum(timelineLinks),
  id: Id,
  /** Of an agent's run: whose it is. */
  agentId: Id.optional(),
})
export type TimelineLink = z.infer<typeof TimelineLink>

export const TimelineEntry = z
  .object({
    id: z.string(),
    at: Timestamp,
    kind: TimelineKind,
    /** `contact.created`, `consent.granted`, `campaign.sent`, ... or an event that the organization recorded. */
    type: z.string(),
    title: z.string(),
    actor: z.string(),
    detail: z.record(z.string(), z.unknown()),
    /** What it is about; null where there is nothing to open, or the reader may not. */
    link: TimelineLink.nullable(),
  })
  .meta({ id: 'TimelineEntry' })
export type TimelineEntry = z.infer<typeof TimelineEntry>
