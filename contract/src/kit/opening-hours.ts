import { z } from 'zod'

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'Enter a time such as 09:00')
export const OpeningHours = z
  .strictObject({
    /** 1 is Monday, 7 is Sunday. */
    day: z.int().min(1).max(7),
    from: clock,
    to: clock,
  })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'Must be after the start' })
export type OpeningHours = z.infer<typeof OpeningHours>
