import type { SuppressionChannel } from '@imperium/contract/contacts/consents.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { addressInCell } from '../../../platform/mail/address-in-cell.ts'
import { parseEmailAddress } from '../../../platform/mail/address.ts'
import { phoneReaderOf } from '../../contacts/index.ts'

type ReadAddress = (text: string) => string | null

/** Reads what people type into the form that is written to (lower-case email, E.164 number); null for what cannot be an address. */
export async function addressReader(tx: OrgTx, channel: SuppressionChannel): Promise<ReadAddress> {
  if (channel !== 'email') return phoneReaderOf(tx)
  return (text) => parseEmailAddress(text.trim())?.toLowerCase() ?? null
}

/** The parts of a pasted list, each once: by line, comma, semicolon or tab. */
export const splitList = (text: string): string[] =>
  [...new Set(text.split(/[\n\r,;\t]+/).map(addressInCell))].filter((each) => each !== '')
