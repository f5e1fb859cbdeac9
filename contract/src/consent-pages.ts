import { z } from 'zod'
import { Language } from './languages.ts'
import { Channel } from './reach.ts'

/** What a person sees of an organization, and may choose: the link is all they need. */
export const PreferencePage = z
  .object({
    /** `preview`: nobody's, shown to the organization itself; nothing can be saved. */
    kind: z.enum(['person', 'preview']),
    organization: z.object({ name: z.string(), website: z.string(), contactEmail: z.string() }),
    title: z.string(),
    text: z.string(),
    /** The person's own language, where it is one of ours. */
    language: Language.nullable(),
    /** Whose choices these are: `a***@example.com`. */
    hint: z.string(),
    /** What the message was about that holds the link. */
    channel: Channel,
    purpose: z.object({ key: z.string(), name: z.string() }).nullable(),
    channels: z
      .array(
        z.object({
          channel: Channel,
          hint: z.string(),
          /** Suppressed for a reason that no choice here lifts. */
          closed: z.boolean(),
        }),
      )
      .max(4),
    purposes: z.array(z.object({ key: z.string(), name: z.string(), description: z.string(), granted: z.array(Channel).max(4) })).max(200),
  })
  .meta({ id: 'PreferencePage' })
export type PreferencePage = z.infer<typeof PreferencePage>

export const Confirmation = z
  .object({
    organization: z.object({ name: z.string(), website: z.string(), contactEmail: z.string() }),
    language: Language.nullable(),
    hint: z.string(),
    purposeName: z.string(),
    /** `ended`: withdrawn in the meantime, and this link confirms nothing any more. */
    status: z.enum(['pending', 'granted', 'ended']),
  })
  .meta({ id: 'Confirmation' })
export type Confirmation = z.infer<typeof Confirmation>
