import { z } from 'zod'
import { defineEvent } from '../kit/event.ts'
import { Id } from '../kit/fields.ts'
import { oneId } from './sample-ids.ts'

const domain = z.object({ domainId: Id, domain: z.string() })
const sample = { domainId: oneId, domain: 'app.example.com' }

export const domainEvents = {
  verified: defineEvent('domain.verified', 'A custom domain was verified', domain, sample),
  /** Not verified in time, or no longer proved. */
  failed: defineEvent('domain.failed', 'A custom domain could not be verified', domain, sample),
  /** Its owner proved it for another organization. */
  lost: defineEvent('domain.lost', 'A custom domain was proved for another organization', domain, sample),
}
