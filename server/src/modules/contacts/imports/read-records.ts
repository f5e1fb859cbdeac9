import { Readable, pipeline } from 'node:stream'
import type { Parser } from 'csv-parse'
import type { ImportSettings } from '@imperium/contract/contact-imports.ts'

export interface CsvRecord {
  cells: string[]
  /** Where the next record begins, in bytes of the file. */
  end: number
  /** Null; or why the cells could not be read. */
  fault: string | null
  /** The record as it stands in the file. Only until the next one is asked for. */
  line: () => string
}

export type CsvLayout = Pick<ImportSettings, 'separator' | 'encoding'>

/** More than that in one row is no row: a quote was opened and never closed. */
const longestRecord = 128 * 1024
const faultOfQuotes = 'A quotation mark is opened and never closed'
const newLine = 10

// What Windows has where ISO 8859-1 has control characters (WHATWG Encoding Standard).
const windowsHigh = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
// oxlint-disable-next-line no-control-regex -- these controls are what is replaced
const fromLatin = (text: string) => text.replace(/[\u0080-\u009f]/g, (char) => windowsHigh[char.charCodeAt(0) - 0x80] ?? char)

/** The bytes of the file that may still be asked for. */
class Window {
  private parts: { at: number; bytes: Uint8Array }[] = []
  end: number

  constructor(from: number) {
    this.end = from
  }

  add(bytes: Uint8Array): void {
    this.parts.push({ at: this.end, bytes })
    this.end += bytes.length
  }

  forgetBefore(at: number): void {
    while (this.parts[0] && this.parts[0].at + this.parts[0].bytes.length <= at) this.parts.shift()
  }

  slice(from: number, to: number): Buffer {
    const cut = this.parts
      .filter(({ at, bytes }) => at < to && at + bytes.length > from)
      .map(({ at, bytes }) => bytes.subarray(Math.max(0, from - at), to - at))
    return Buffer.concat(cut)
  }

  /** Just behind the next line end, or null where there is none yet. */
  lineEnd(from: number): number | null {
    for (const { at, bytes } of this.parts) {
      if (at + bytes.length <= from) continue
      const found = bytes.indexOf(newLine, Math.max(0, from - at))
      if (found >= 0) return at + found + 1
    }
    return null
  }
}

type Row = { record: string[]; info: { bytes: number } }

async function openParser({ separator, encoding }: CsvLayout, isBeginning: boolean): Promise<Parser> {
  // Loaded with the first import.
  const { parse } = await import('csv-parse')
  return parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    encoding: encoding === 'utf-8' ? 'utf8' : 'latin1',
    bom: isBeginning && encoding === 'utf-8',
    info: true,
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: longestRecord,
  })
}

const isCsvFault = (error: unknown): boolean =>
  error instanceof Error && ['CSV_MAX_RECORD_SIZE', 'CSV_QUOTE_NOT_CLOSED'].includes((error as { code?: string }).code ?? '')

/**
 * The records of a file from a byte on, which must be where one begins; flat in memory. A record that cannot be read is given with
 * its fault, and reading goes on with the line behind its first one.
 *
 * @param open reads the file from a byte on.
 */
export async function* readRecords(
  open: (fromByte: number) => AsyncIterable<Uint8Array>,
  fromByte: number,
  layout: CsvLayout,
): AsyncGenerator<CsvRecord> {
  const decode = (bytes: Buffer) => (layout.encoding === 'utf-8' ? bytes.toString('utf8') : fromLatin(bytes.toString('latin1')))
  const cellsOf = (record: string[]) => (layout.encoding === 'utf-8' ? record : record.map(fromLatin))
  let start = fromByte
  for (;;) {
    const base = start
    const window = new Window(base)
    const parser = await openParser(layout, base === 0)
    const source = Readable.from(remembering(open(base), window), { objectMode: true, highWaterMark: 1 })
    // What goes wrong in the source destroys the parser, and so ends the loop below.
    pipeline(source, parser, () => undefined)
    try {
      for await (const { record, info } of parser as AsyncIterable<Row>) {
        const from = start
        const end = base + info.bytes
        yield { cells: cellsOf(record), end, fault: null, line: () => decode(window.slice(from, end)).replace(/[\r\n]+$/, '') }
        start = end
        window.forgetBefore(start)
      }
      return
    } catch (error) {
      if (!isCsvFault(error)) throw error
      const from = start
      const end = window.lineEnd(from) ?? window.end
      yield { cells: [], end, fault: faultOfQuotes, line: () => decode(window.slice(from, end)).replace(/[\r\n]+$/, '') }
      if (end === from) return
      start = end
    } finally {
      source.destroy()
      parser.destroy()
    }
  }
}

async function* remembering(source: AsyncIterable<Uint8Array>, window: Window): AsyncGenerator<Buffer> {
  for await (const bytes of source) {
    window.add(bytes)
    yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }
}
