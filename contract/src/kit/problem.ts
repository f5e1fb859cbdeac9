import { z } from 'zod'
import { messageKey } from './message-fields.ts'

export const Problem = z
  .object({
    success: z.literal(false),
    error: z.string(),
    message: z.string(),
    ...messageKey,
    code: z.string(),
    errors: z.array(z.object({ path: z.string(), message: z.string(), ...messageKey })).optional(),
    /** The existing row, with `CONTACT_EXISTS`. */
    existingId: z.string().optional(),
    requestId: z.string(),
  })
  .meta({ id: 'Problem' })

/**
 * The envelope of every refusal. `error` and `message` hold the same public text. `key` is that text with named placeholders for
 * `values`; both are missing without values.
 */
export type Problem = z.infer<typeof Problem>
