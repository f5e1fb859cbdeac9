import { importLimits } from '@imperium/contract/contacts/contact-imports.ts'
import type { ImportSettings } from '@imperium/contract/contacts/contact-imports.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { invalid } from '../../platform/errors.ts'
import type { Files } from '../../platform/files.ts'
import type { Database } from '../../platform/db/database.ts'
import { workbookAsTable } from '../../platform/sheets/read-workbook-safely.ts'
import { isWorkbook } from '../../platform/text/recognise-table.ts'
import { ReaderFault, ReaderLimitError } from '../../platform/threads/thread-reader.ts'
import { replaceFile } from './replace-file.ts'
import type { LeasedImport } from './import-store.ts'
import { firstBytes } from './recognise-layout.ts'
import type { Open } from './recognise-layout.ts'

const dayMs = 86_400_000
const partBytes = 256 * 1024
/** Of a letter in two bytes, at most three in UTF-8. */
const mostGrowth = 2

type Written = Pick<ImportSettings, 'separator' | 'encoding'>

async function allBytes(open: Open): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const bytes of open(0)) {
    parts.push(bytes)
    size += bytes.length
    if (size > importLimits.workbookBytes)
      throw invalid([
        {
          path: 'file',
          ...message('An Excel file may have at most {max} MB. Save the table as CSV and choose that file.', {
            max: importLimits.workbookBytes / 1024 / 1024,
          }),
        },
      ])
  }
  return Buffer.concat(parts)
}

/** The first visible sheet with rows, separated as the settings say. @throws 422 for what is no workbook, or too long. */
async function tableOfWorkbook(orgId: string, bytes: Uint8Array, separator: string): Promise<Uint8Array> {
  try {
    return await workbookAsTable({ orgId }, { bytes, maxRows: importLimits.rows + importLimits.titleRows + 1, separator })
  } catch (error) {
    if (!(error instanceof ReaderFault) && !(error instanceof ReaderLimitError)) throw error
    const isLarge = error instanceof ReaderLimitError || error.message === 'large'
    const isSpread = error.message === 'sheets'
    throw invalid([
      {
        path: 'file',
        message: isLarge
          ? 'This Excel file has too many rows. Save the table as CSV and choose that file.'
          : isSpread
            ? 'The same headings stand on several sheets of this Excel file. Put all rows on one sheet and choose the file again.'
            : 'This file is compressed or a damaged Excel file. Save the table as CSV and choose that file.',
      },
    ])
  }
}

async function* textOf(orgId: string, open: Open, { separator, encoding }: Written): AsyncGenerator<Uint8Array> {
  if (isWorkbook(await firstBytes(open, 0))) {
    const table = await tableOfWorkbook(orgId, await allBytes(open), separator)
    for (let from = 0; from < table.length; from += partBytes) yield table.subarray(from, from + partBytes)
    return
  }
  const decoder = new TextDecoder(encoding)
  for await (const bytes of open(0)) yield Buffer.from(decoder.decode(bytes, { stream: true }))
  yield Buffer.from(decoder.decode())
}

/** Of the first bytes, when they are in UTF-8. */
async function lengthAsText(open: Open, { encoding }: Written, bytes: number): Promise<number> {
  const decoder = new TextDecoder(encoding)
  let [left, length] = [bytes, 0]
  for await (const part of open(0)) {
    length += Buffer.byteLength(decoder.decode(part.subarray(0, left), { stream: true }))
    left -= part.length
    if (left <= 0) break
  }
  return length
}

/** Whether a file that begins so has to be made text first; anything in UTF-8 is read as it is. */
const needsWork = (begin: Uint8Array, { encoding }: Written): boolean => encoding !== 'utf-8' || isWorkbook(begin)

/** Reads any file as a table in UTF-8, made on the way: what stands far behind takes all that is before it. */
export async function openAsText(orgId: string, open: Open, written: Written): Promise<Open> {
  if (!needsWork(await firstBytes(open, 0), written)) return open
  return async function* (fromByte) {
    let at = 0
    for await (const bytes of textOf(orgId, open, written)) {
      if (at + bytes.length > fromByte) yield bytes.subarray(Math.max(0, fromByte - at))
      at += bytes.length
    }
  }
}

/**
 * Puts a table in UTF-8 in the place of the file of an import, once, so that rows are read from any byte on. A copy that was not
 * finished goes after a day.
 */
export async function makeFileText(
  { db, files, clock }: { db: Database; files: Files; clock: { now: () => Date } },
  orgId: string,
  { id, epoch, fileId, fileName, totalBytes, doneBytes }: LeasedImport,
  written: Written,
): Promise<LeasedImport | 'superseded' | 'is text'> {
  if (!fileId) return 'superseded'
  const open: Open = (fromByte) => files.read(orgId, fileId, fromByte)
  if (!needsWork(await firstBytes(open, 0), written)) return 'is text'
  // An import that began before files were made text goes on at the same row.
  const readBytes = doneBytes === 0 ? 0 : await lengthAsText(open, written, doneBytes)
  const made = await files.write(orgId, {
    name: fileName,
    contentType: 'text/csv',
    source: textOf(orgId, open, written),
    // Sheets are packed, and texts grow by a half.
    maxBytes: Math.max(totalBytes, importLimits.workbookBytes * 8) * mostGrowth,
    expiresAt: new Date(clock.now().getTime() + dayMs),
  })
  return db.withOrg(orgId, async (tx) => {
    const held = await replaceFile(tx, { id, epoch }, { ...made, readBytes })
    if (!held) {
      await files.remove(tx, made.id)
      return 'superseded'
    }
    await files.keepUntil(tx, made.id, new Date(clock.now().getTime() + importLimits.undoDays * dayMs))
    await files.remove(tx, fileId)
    return held
  })
}
