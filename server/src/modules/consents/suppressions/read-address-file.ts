import { consentLimits } from '@imperium/contract/contacts/consents.ts'
import type { AddressFile, SuppressionChannel } from '@imperium/contract/contacts/suppressions.ts'
import { invalid } from '../../../platform/errors.ts'
import { addressInCell } from '../../../platform/mail/address-in-cell.ts'
import { readTableSafely } from '../../../platform/text/read-table-safely.ts'
import { ReaderFault, ReaderLimitError } from '../../../platform/threads/thread-reader.ts'

const shownLength = 200

const refuse = (message: string) => invalid([{ path: 'file', message }])

/** One address in each row, in any column of it. What it is in full is read when it is added. @throws 422 for what is no table. */
export async function readAddressFile(bytes: Uint8Array, channel: SuppressionChannel): Promise<AddressFile> {
  const rows = await readTableSafely(bytes, consentLimits.addressFileRows + 1).catch((error: unknown) => {
    if (!(error instanceof ReaderFault) && !(error instanceof ReaderLimitError)) throw error
    throw refuse('This file could not be read. Save the table as CSV and choose that file.')
  })
  if (rows === null) throw refuse('The characters of this file are in an unknown encoding. Save it as UTF-8 and upload it again.')
  if (rows.length > consentLimits.addressFileRows)
    throw refuse('The file has more than 300,000 rows. Split it, or save the column of addresses alone.')
  const found: AddressFile = { addresses: [], without: [], repeated: 0 }
  const known = new Set<string>()
  for (const [at, { line, cells }] of rows.entries()) {
    const address = addressOf(cells, channel)
    if (address === null) {
      if (at > 0) found.without.push({ line, text: cells.join(' ').slice(0, shownLength) })
    } else if (known.has(address.toLowerCase())) found.repeated += 1
    else {
      known.add(address.toLowerCase())
      found.addresses.push({ line, text: address })
    }
  }
  return found
}

/** Of several numbers the one with a plus, else the first that may be one. */
function addressOf(row: readonly string[], channel: SuppressionChannel): string | null {
  // What stands behind the separator of a cell is a cell too: "Ada; ada@example.com" in a file with commas.
  const cells = row.flatMap((cell) => cell.split(/[,;\t|\n]/)).map(addressInCell)
  if (channel === 'email') return cells.find((cell) => cell.includes('@')) ?? null
  const numbers = cells.filter((cell) => /^\+?[\d\s()./-]{6,30}$/.test(cell) && cell.replaceAll(/\D/g, '').length >= 6)
  return numbers.find((cell) => cell.startsWith('+')) ?? numbers[0] ?? null
}
