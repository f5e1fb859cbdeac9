import { z } from 'zod'

/** `reference`: it leads nowhere in the document. `body`: neither JSON, text nor a form. `method`: one that is not called. `server`: on another host. `tool`: not described as the protocol asks. `path`: does not begin with a slash. */
const notCallable = ['reference', 'body', 'too-many', 'path', 'name', 'method', 'server', 'tool'] as const
/** It can be called. `parts`: some of its parameters or fields lead nowhere; `fields`: more of them than a form has. */
const incomplete = ['parts', 'fields'] as const
export const leftOutReasons = [...notCallable, ...incomplete] as const

export const LeftOutOperation = z
  .object({
    /** `POST /pets`, or the name of a tool. */
    name: z.string(),
    reason: z.enum(leftOutReasons),
  })
  .meta({ id: 'LeftOutOperation' })
export type LeftOutOperation = z.infer<typeof LeftOutOperation>
