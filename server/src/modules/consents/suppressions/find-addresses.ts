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

/** The addresses of each row, in any column of it. @throws for a workbook with rows on several sheets: no opt-out may be left out. */
export async function findAddresses({ bytes, channel, mostRows }: AddressRequest): Promise<FoundAddresses> {
  const rows = await readTable(bytes, mostRows + 1, 'none')
  if (rows === null) return { refusal: 'encoding' }
  if (rows.length > mostRows) return { refusal: 'rows' }
  const [addresses, without, known]: [Line[], Line[], Set<string>] = [[], [], new Set()]
  // Below headings a further column may hold the address of a colleague; a list without them has nothing but addresses.
  const isList = rows.length > 0 && addressOf(rows[0]?.cells ?? [], channel) !== null
  let repeated = 0
  for (const [at, { line, cells }] of rows.entries()) {
    const address = addressOf(cells, channel)
    if (address === null) {
      if (at > 0) without.push({ line, text: cells.join(' ').slice(0, shownLength) })
      continue
    }
    const others = channel === 'email' ? furtherAddresses(cells, isList) : []
    for (const text of new Set([address, ...others])) {
      if (known.has(text.toLowerCase())) repeated += 1
      else {
        known.add(text.toLowerCase())
        addresses.push({ line, text })
      }
    }
  }
  return { addresses: packLines(addresses), without: packLines(without), repeated }
}

const partsOf = (cell: string): string[] => cell.split(/[,;\t|\n]/).map(addressInCell)

/** Several addresses stand in one cell, or are all that a line of a list has: no opt-out may be left out. */
function furtherAddresses(row: readonly string[], isList: boolean): string[] {
  const isOnly = isList && row.flatMap(partsOf).every((part) => part === '' || part.includes('@'))
  const cells = isOnly ? row : row.filter((cell) => cell.includes('@')).slice(0, 1)
  return cells.flatMap((cell) => partsOf(cell).filter((part) => part.includes('@')))
}

/** Of several numbers the one with a plus, else the first that may be one. */
function addressOf(row: readonly string[], channel: SuppressionChannel): string | null {
  // What stands behind the separator of a cell is a cell too: "Ada; ada@example.com" in a file with commas.
  const cells = row.flatMap(partsOf)
  if (channel === 'email') return cells.find((cell) => cell.includes('@')) ?? null
  const numbers = cells.filter((cell) => /^\+?[\d\s()./-]{6,30}$/.test(cell) && cell.replaceAll(/\D/g, '').length >= 6)
  return numbers.find((cell) => cell.startsWith('+')) ?? numbers[0] ?? null
}
