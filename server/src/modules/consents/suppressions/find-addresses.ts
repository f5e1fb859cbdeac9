import type { AddressFile, SuppressionChannel } from '@imperium/contract/contacts/suppressions.ts'
import { addressInCell } from '../../../platform/mail/address-in-cell.ts'
import { readDay } from '../../../platform/text/read-day.ts'
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
  let named: number[] = []
  for (const [at, { line, cells }] of rows.entries()) {
    const address = addressOf(cells, channel, named)
    if (address === null) {
      if (addresses.length === 0 && named.length === 0) named = cells.flatMap((cell, place) => (phoneHead.test(cell) ? [place] : []))
      if (at > 0) without.push({ line, text: cells.join(' ').slice(0, shownLength) })
      continue
    }
    const others = channel === 'email' ? furtherAddresses(cells, isList) : numbersIn(cells, named)
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

/** How columns of numbers are headed in the languages of the product and beside them. */
const phoneHead =
  /phone|tel[eé]?f|^t[eé]l\b|mobil|mobiel|mobile|handy|rufnummer|m[oó]vil|celular|cellulare|portable|sms|whatsapp|電話|携帯/iu
const digitsOnly = /^\+?[\d\s()./-]{6,30}$/
const isNumber = (cell: string): boolean =>
  digitsOnly.test(cell) && cell.replaceAll(/\D/g, '').length >= 6 && !/^(?:19|20)\d\d-(?:0\d|1[0-2])-\d\d$/.test(readDay(cell, 'dmy'))

/** A person may have one in each column of numbers. */
const numbersIn = (row: readonly string[], places: readonly number[]): string[] =>
  places.flatMap((place) => partsOf(row[place] ?? '').filter(isNumber))

/**
 * Of several numbers the one with a plus, else one with a zero in front, else the first that may be one: days are none. Where columns are
 * `named` as such, what stands in others is the number of a customer or a place.
 */
function addressOf(row: readonly string[], channel: SuppressionChannel, named: readonly number[] = []): string | null {
  // What stands behind the separator of a cell is a cell too: "Ada; ada@example.com" in a file with commas.
  const cells = row.flatMap(partsOf)
  if (channel === 'email') return cells.find((cell) => cell.includes('@')) ?? null
  const all = cells.filter(isNumber)
  const own = numbersIn(row, named)
  const start = (sign: string) => [...own, ...all].find((cell) => cell.startsWith(sign))
  return start('+') ?? own[0] ?? start('0') ?? (named.length > 0 ? null : (all[0] ?? null))
}
