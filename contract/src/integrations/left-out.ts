import { z } from 'zod'

/**
 * `reference`: described at a reference that leads nowhere in the document. `body`: its body is neither JSON nor a form. `too-many`: beyond
 * the most of a connection. `path`: its path does not begin with a slash. `name`: its name is too long. These cannot be called; the rest
 * can, but `parts`: some of its parameters or fields are at references that lead nowhere; `fields`: it has more of them than a form.
 */
export const leftOutReasons = ['reference', 'body', 'too-many', 'path', 'name', 'parts', 'fields'] as const

export const LeftOutOperation = z
  .object({
    /** `POST /pets`, or the name of a tool. */
    name: z.string(),
    reason: z.enum(leftOutReasons),
  })
  .meta({ id: 'LeftOutOperation' })
export type LeftOutOperation = z.infer<typeof LeftOutOperation>
