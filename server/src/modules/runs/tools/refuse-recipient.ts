import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import { checkReach, isSuppressed, listPurposes } from '../../consents/index.ts'
import { findContactByAddress } from '../../contacts/index.ts'
import { taskOf, textsOf } from './task-text.ts'
import type { ToolCall } from './tool.ts'

/**
 * Text that an agent reads must not make it send data to a third party (SEC-42): recipients are members, addresses in the run's input, or
 * contacts who opted in, and never an opted-out address. Null if it is allowed.
 */
export async function refuseRecipient(address: string, { context: { session } }: ToolCall): Promise<string | null> {
  const { platform } = session
  // Split and compared in linear time, for any text.
  const terms = textsOf(await taskOf(session)).flatMap((text) => text.toLowerCase().split(/[\s"'<>(),;:\\[\]]/))
  const inTask = terms.some((word) => word.startsWith(address) && /^[.!?]*$/.test(word.slice(address.length)))
  return platform.db.withOrg(session.orgId, async (tx) => {
    if (await isMember(tx, address)) return null
    const suppressed = await isSuppressed(platform, tx, { channel: 'email', address })
    if (suppressed) return `${address} asked not to be written to, or could not be reached before.`
    if (inTask || (await hasAgreed(tx, address, platform.clock.now()))) return null
    return `${address} is neither a member of the organization, nor a contact who agreed to email, nor an address in the task.`
  })
}

async function hasAgreed(tx: OrgTx, address: string, at: Date): Promise<boolean> {
  const contact = await findContactByAddress(tx, 'email', address)
  if (!contact) return false
  for (const { key } of await listPurposes(tx)) {
    const reach = await checkReach(tx, { channel: 'email', purpose: key, contacts: [contact], at, orgTimeZone: 'UTC' })
    if (reach.get(contact.id)?.verdict !== 'skip') return true
  }
  return false
}

async function isMember(tx: OrgTx, address: string): Promise<boolean> {
  const { rows } = await sql`select 1 from auth.org_people() where email = ${address}`.execute(tx)
  return rows.length > 0
}
