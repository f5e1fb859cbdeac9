import { z } from 'zod'
import './issue-texts.ts'

export const Id = z.uuid()
export const Timestamp = z.iso.datetime()
/** Integer millionths of a US dollar. */
export const Micros = z.int().nonnegative()

/** Text that a user types: trimmed, no control characters except line breaks and tabs. `missing` is the message for empty text. */
export const text = (max: number, missing?: string) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? missing : undefined) })
    .trim()
    .max(max)
    // NUL cannot be stored by PostgreSQL, and the other controls only serve to deceive a reader.
    .regex(/^[^\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]*$/, 'Contains characters that are not allowed')

/** The same on one line: names and titles, which also end up in mail headers. */
export const line = (max: number, missing?: string) => text(max, missing).regex(/^[^\r\n\t]*$/, 'Must be on one line')

export const required = (max: number, message: string) => line(max, message).min(1, message)

export const idParams = z.strictObject({ id: Id })

/** Query of every list: at most 200 rows, an opaque cursor bound to tenant and filter (SEC-24, SEC-34). */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().min(1).max(1000).optional(),
}
