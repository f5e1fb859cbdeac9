import { z } from 'zod'

export const Problem = z
  .object({
    success: z.literal(false),
    error: z.string(),
    message: z.string(),
    code: z.string(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    /** The existing row, with `CONTACT_EXISTS`. */
    existingId: z.string().optional(),
    requestId: z.string(),
  })
  .meta({ id: 'Problem' })

/** The envelope of every refusal. `error` and `message` hold the same public text. */
export type Problem = z.infer<typeof Problem>
