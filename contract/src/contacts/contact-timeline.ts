import { z } from 'zod'
import { Id, Timestamp } from '../kit/fields.ts'

/** Source of an entry; `events`: events that the organization recorded. */
export const timelineKinds = ['contact', 'events', 'consent', 'campaigns', 'messages', 'workflows', 'agents'] as const
export const TimelineKind = z.enum(timelineKinds)
export type TimelineKind = z.infer<typeof TimelineKind>

export const timelineLinks = ['campaign', 'conversation', 'workflow-run', 'agent-run', 'import', 'segment'] as const
export const TimelineLink = z.object({
  kind: z.enum(timelineLinks),
  id: Id,
  /** The agent of a run. */
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
    /** The page of the entry; null when there is none or the caller may not read it. */
    link: TimelineLink.nullable(),
  })
  .meta({ id: 'TimelineEntry' })
export type TimelineEntry = z.infer<typeof TimelineEntry>
