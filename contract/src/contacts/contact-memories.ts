import { z } from 'zod'
import { Id, Timestamp, required } from '../kit/fields.ts'
import { create, del, get, operations, put } from '../kit/operations.ts'

export const memoryLimits = { perContact: 50, fact: 300 } as const

/** A fact about one contact. Agents with the tool `remember` read it for this contact alone. */
export const ContactMemory = z
  .object({
    id: Id,
    fact: z.string(),
    /** The agent that keeps it; null where a member wrote it. */
    agentName: z.string().nullable(),
    updatedAt: Timestamp,
  })
  .meta({ id: 'ContactMemory' })
export type ContactMemory = z.infer<typeof ContactMemory>

const body = z.strictObject({ fact: required(memoryLimits.fact, 'Fact is required') })
const params = z.strictObject({ id: Id, memoryId: Id })

export const contactMemories = operations(
  'contact-memories',
  { read: 'contacts:read', write: 'contacts:write' },
  {
    list: get('/contacts/:id/memories', 'List what agents remember about a contact', {
      reply: z.array(ContactMemory).max(memoryLimits.perContact),
      v1: true,
    }),
    create: create('/contacts/:id/memories', 'Write a fact that agents remember about a contact', {
      body,
      reply: ContactMemory,
      errors: [404, 409],
    }),
    update: put('/contacts/:id/memories/:memoryId', 'Correct a fact that agents remember about a contact', {
      params,
      body,
      reply: ContactMemory,
      errors: [409],
    }),
    remove: del('/contacts/:id/memories/:memoryId', 'Erase a fact that agents remember about a contact', { params, v1: true }),
  },
)
