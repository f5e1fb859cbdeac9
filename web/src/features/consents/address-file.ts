import type { SuppressionChannel } from '@imperium/contract/contacts/suppressions.ts'

export interface AddressLine {
  /** In the file, from 1. */
  line: number
  text: string
}

export interface AddressFile {
  /** Unique, at their first position. */
  addresses: AddressLine[]
  /** Lines that hold none; the head of the table is none of them. */
  without: AddressLine[]
  /** Lines with an address that appeared before. */
  repeated: number
}

/** Of a text file that a spreadsheet or another product wrote; some of them write UTF-16. */
export function decodeText(bytes: Uint8Array): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  return new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes)
}

/** One address per line, at any position in it: a list, or a table with other columns. The server validates each again. */
export function readAddressFile(text: string, channel: SuppressionChannel): AddressFile {
  const found: AddressFile = { addresses: [], without: [], repeated: 0 }
  const known = new Set<string>()
  for (const [at, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (line.trim() === '') continue
    const address = addressIn(line, channel)
    if (address === null) {
      if (at > 0) found.without.push({ line: at + 1, text: line.slice(0, 200) })
    } else if (known.has(address.toLowerCase())) found.repeated += 1
    else {
      known.add(address.toLowerCase())
      found.addresses.push({ line: at + 1, text: address })
    }
  }
  return found
}

function addressIn(line: string, channel: SuppressionChannel): string | null {
  const cells = line.split(/[,;\t|]/).map(bare)
  if (channel === 'email') return cells.find((cell) => cell.includes('@')) ?? null
  const numbers = cells.filter((cell) => /^\+?[\d\s()./-]{6,30}$/.test(cell) && cell.replaceAll(/\D/g, '').length >= 6)
  return numbers.find((cell) => cell.startsWith('+')) ?? numbers[0] ?? null
}

/** Matches the server's parser, so that rejected addresses are found again. The apostrophe: our exports protect numbers with it. */
const bare = (cell: string): string => (/<([^<>]*)>\s*$/.exec(cell)?.[1] ?? cell).trim().replaceAll(/^["']+|["']+$/g, '')
