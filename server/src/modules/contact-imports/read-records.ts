import { setImmediate } from 'node:timers/promises'
import type { Parser } from 'csv-parse'
import type { ImportSettings } from '@imperium/contract/contacts/contact-imports.ts'

export interface CsvRecord {
  cells: string[]
  /** Where the next record begins, in bytes of the file. */
  end: number
  /** Null; or why the cells could not be read. */
  fault: string | null
  /** The record as it stands in the file. Only until the next one is asked for. */
  line: () => string
}

export type CsvLayout = Pick<ImportSettings, 'separator'>

/** More than that in one row is no row: mostly a quote was opened and never closed. */
const longestRecord = 128 * 1024
const messages = {
  CSV_QUOTE_NOT_CLOSED: 'A quotation mark is not closed',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'Something stands behind the closing quotation mark of a value',
  CSV_MAX_RECORD_SIZE: 'The row is longer than 128 KB: perhaps a quotation mark is opened and never closed',
}
const [newLine, carriageReturn] = [10, 13]

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

  dropBefore(at: number): void {
    while (this.parts[0] && this.parts[0].at + this.parts[0].bytes.length <= at) this.parts.shift()
  }

  slice(from: number, to: number): Buffer {
    const cut = this.parts
      .filter(({ at, bytes }) => at < to && at + bytes.length > from)
      .map(({ at, bytes }) => bytes.subarray(Math.max(0, from - at), to - at))
    return Buffer.concat(cut)
  }

  /** Just behind the next line end, or null where what follows has to be read first. */
  lineEnd(from: number): number | null {
    const bytes = this.slice(from, this.end)
    const end = endOfLine(bytes)
    return end === null || (end === bytes.length && bytes[end - 1] === carriageReturn) ? null : from + end
  }
}

/** How long a line is with its end; null where it does not end here. */
function endOfLine(bytes: Uint8Array): number | null {
  const [feed, back] = [bytes.indexOf(newLine), bytes.indexOf(carriageReturn)]
  if (back < 0 || (feed >= 0 && feed < back)) return feed < 0 ? null : feed + 1
  return back + (bytes[back + 1] === newLine ? 2 : 1)
}

/** Just behind the next line end, or the end of the file: however long the line is, nothing of it is kept. */
async function lineEndAfter(open: Open, fromByte: number): Promise<number> {
  let at = fromByte
  let isReturn = false
  for await (const bytes of open(fromByte)) {
    if (isReturn) return bytes[0] === newLine ? at + 1 : at
    const end = endOfLine(bytes)
    isReturn = end === bytes.length && bytes[end - 1] === carriageReturn
    if (end !== null && !isReturn) return at + end
    at += bytes.length
  }
  return at
}

const lookedAt = 65_536

/**
 * Whether spaces stand around quotes, as in `a , "b, c"`, by the beginning of the file, so that a process that goes on in the middle reads
 * alike. Where none do, quotes within a value are part of it. A tab divides cells, and is no padding.
 */
async function hasPaddedQuotes(open: Open, { separator }: CsvLayout): Promise<boolean> {
  if (separator === '\t') return false
  for await (const bytes of open(0)) {
    const text = Buffer.from(bytes.subarray(0, lookedAt)).toString('latin1')
    const divides = separator === '|' ? String.raw`\|` : separator
    return new RegExp(`${divides} +"[^"\r\n]*" *(?:${divides}|[\r\n])|${divides}"[^"\r\n]*" +(?:${divides}|[\r\n])`).test(text)
  }
  return false
}

type Open = (fromByte: number) => AsyncIterable<Uint8Array>

interface Found {
  cells: string[]
  /** Where it ends, from where the parser began. */
  bytes: number
}

/** A parser that tells each record at once: what it hands to a stream is lost where an error follows in the same part of the file. */
async function openParser(
  { separator, isPadded }: CsvLayout & { isPadded: boolean },
  isBeginning: boolean,
  report: (found: Found) => void,
): Promise<Parser> {
  // Loaded with the first import.
  const { parse } = await import('csv-parse')
  const parser = parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    bom: isBeginning,
    trim: isPadded,
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: longestRecord,
    on_record: (cells: string[], { bytes }) => {
      report({ cells, bytes })
      return null
    },
  })
  // Told by what feeds it.
  parser.on('error', () => undefined)
  return parser
}

/** Read at once: between two of them the event loop serves others. */
const sliceBytes = 64 * 1024

async function feed(parser: Parser, bytes: Uint8Array): Promise<Error | null> {
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    if (at > 0) await setImmediate()
    const slice = Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(sliceBytes, bytes.length - at))
    const error = await new Promise<Error | null>((resolve) => {
      parser.write(slice, (fault) => resolve(fault ?? null))
    })
    if (error) return error
  }
  return null
}
const finish = (parser: Parser) =>
  new Promise<Error | null>((resolve) => {
    parser.end((error?: Error | null) => resolve(error ?? null))
  })

/** What is wrong with a record, in words for people; null for what is no fault of the file. */
const faultOf = (error: Error): string | null => ('code' in error && messages[error.code as keyof typeof messages]) || null

/**
 * The records of a file in UTF-8 from a byte on, which must be where one begins; flat in memory. A record that cannot be read is given with its
 * fault, and reading goes on with the line behind its first one. @param open reads the file from a byte on.
 */
export async function* readRecords(open: Open, fromByte: number, layout: CsvLayout): AsyncGenerator<CsvRecord> {
  const isPadded = await hasPaddedQuotes(open, layout)
  let start = fromByte
  const lineOf = (window: Window, from: number, end: number) =>
    window
      .slice(from, end)
      .toString('utf8')
      .replace(/(?<![\r\n])[\r\n]+$/, '')
  for (;;) {
    const base = start
    const window = new Window(base)
    const found: Found[] = []
    const parser = await openParser({ ...layout, isPadded }, base === 0, (record) => found.push(record))
    const source = open(base)[Symbol.asyncIterator]()
    let error: Error | null = null
    try {
      for (let isOver = false; !isOver && !error;) {
        const part = await source.next()
        isOver = part.done === true
        if (!part.done) window.add(part.value)
        error = part.done ? await finish(parser) : await feed(parser, part.value)
        for (const { cells, bytes } of found.splice(0)) {
          const [from, end] = [start, base + bytes]
          yield { cells, end, fault: null, line: () => lineOf(window, from, end) }
          start = end
          window.dropBefore(start)
        }
      }
    } finally {
      parser.destroy()
      await source.return?.()
    }
    if (!error) return
    const fault = faultOf(error)
    if (!fault) throw error
    const from = start
    const end = window.lineEnd(from) ?? (await lineEndAfter(open, from))
    yield { cells: [], end, fault, line: () => lineOf(window, from, end) }
    if (end === from) return
    start = end
  }
}
