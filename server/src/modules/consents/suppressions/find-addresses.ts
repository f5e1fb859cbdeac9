import type { AddressFile, SuppressionChannel } from '@imperium/contract/contacts/suppressions.ts'
import { addressInCell } from '../../../platform/mail/address-in-cell.ts'
import { readTable } from '../../../platform/text/read-table.ts'
import { packLines } from './packed-lines.ts'
import type { PackedLines } from './packed-lines.ts'

type Line = AddressFile['addresses'][number]

export interface AddressRequest {
  bytes: Uint8Array
  channel: SuppressionChannel
  mostRows: number
}

export type FoundAddresses = { addresses: PackedLines; without: PackedLines; repeated: number } | { refusal: 'encoding' | 'rows' }

const shownLength = 200

/** One address in each row, in any column of it. @throws for a workbook with rows on several sheets: no opt-out may be left out. */
export async function findAddresses({ bytes, channel, mostRows }: AddressRequest): Promise<FoundAddresses> {
  const rows = await readTable(bytes, mostRows + 1, 'none')
  if (rows === null) return { refusal: 'encoding' }
  if (rows.length > mostRows) return { refusal: 'rows' }
  const [addresses, without, known]: [Line[], Line[], Set<string>] = [[], [], new Set()]
  let repeated = 0
  for (const [at, { line, cells }] of rows.entries()) {
    const address = addressOf(cells, channel)
    if (address === null) {
      if (at > 0) without.push({ line, text: cells.join(' ').slice(0, shownLength) })
    } else if (known.has(address.toLowerCase())) repeated += 1
    else {
      known.add(address.toLowerCase())
      addresses.push({ line, text: address })
    }
  }
  return { addresses: packLines(addresses), without: packLines(without), repeated }
}

/** Of several numbers the one with a plus, else the first that may be one. */
function addressOf(row: readonly string[], channel: SuppressionChannel): string | null {
  // What stands behind the separator of a cell is a cell too: "Ada; ada@example.com" in a file with commas.
  const cells = row.flatMap((cell) => cell.split(/[,;\t|\n]/)).map(addressInCell)
  if (channel === 'email') return cells.find((cell) => cell.includes('@')) ?? null
  const numbers = cells.filter((cell) => /^\+?[\d\s()./-]{6,30}$/.test(cell) && cell.replaceAll(/\D/g, '').length >= 6)
  return numbers.find((cell) => cell.startsWith('+')) ?? numbers[0] ?? null
}
