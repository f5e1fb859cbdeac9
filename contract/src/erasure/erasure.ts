import { z } from 'zod'
import { Id, Timestamp, required } from '../kit/fields.ts'
import { create, get, list, operations, post } from '../kit/operations.ts'

const mostHolds = 500

/** While it stands, nothing that it covers is erased: neither on request nor by retention. */
export const LegalHold = z
  .object({
    id: Id,
    /** Null: the whole organization. */
    contactId: Id.nullable(),
    contactName: z.string().nullable(),
    reason: z.string(),
    placedBy: z.string(),
    placedAt: Timestamp,
    /** Null: it stands. */
    releasedAt: Timestamp.nullable(),
    releasedBy: z.string().nullable(),
  })
  .meta({ id: 'LegalHold' })
export type LegalHold = z.infer<typeof LegalHold>

/** What an erasure found and left, place by place. It holds no name and no address: only keyed hashes, which prove whose it was. */
export const ErasureCertificate = z
  .object({
    id: Id,
    erasedAt: Timestamp,
    erasedBy: z.string(),
    contacts: z.array(z.object({ id: Id, emailHash: z.string().nullable(), phoneHash: z.string().nullable() })).max(500),
    /** Every place of the database that keeps rows about contacts, with the rows before and after. */
    places: z.array(z.object({ place: z.string(), before: z.int(), after: z.int() })).max(500),
  })
  .meta({ id: 'ErasureCertificate' })
export type ErasureCertificate = z.infer<typeof ErasureCertificate>

export const erasure = operations(
  'erasure',
  { read: 'erasure:read', write: 'erasure:hold' },
  {
    holds: get('/legal-holds', 'List legal holds, those that stand first', { reply: z.array(LegalHold).max(mostHolds) }),
    hold: create('/legal-holds', 'Place a legal hold on a contact or on the whole organization: it keeps from being erased', {
      body: z.strictObject({ contactId: Id.nullable().default(null), reason: required(500, 'Say why') }),
      reply: LegalHold,
      errors: [404, 409],
      // Also of an organization that is about to be erased.
      whileSuspended: true,
    }),
    release: post('/legal-holds/:id/release', 'Release a legal hold', { reply: LegalHold, errors: [409] }),
    certificates: list('/erasure-certificates', 'List erasures with what each found and left, newest first', { row: ErasureCertificate }),
    certificate: get('/erasure-certificates/:id/file', 'An erasure certificate as a text file', { file: 'text/plain', audited: true }),
  },
)
