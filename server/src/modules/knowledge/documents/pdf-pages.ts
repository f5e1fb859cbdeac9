import { extractText, getDocumentProxy } from 'unpdf'
import { readNotes } from './pdf-notes.ts'
import { joinLines, shareUnreadable } from './pdf-text.ts'

const mostPages = 3_000
/** Above it a page is read by the second engine too. */
const suspiciousShare = 0.004
/** Above it a page says nothing that a person could read. */
const unreadableShare = 0.12

export interface PdfText {
  /** The text of each page; '' of one without text, and of one that cannot be read. */
  pages: string[]
  /** Pages whose letters neither engine could read, and those that are pictures of pages among others with text; from 1. */
  unreadable: number[]
}

/** The text of a PDF. @throws 'large', 'password' or 'broken'. */
export async function readPdf(bytes: Uint8Array): Promise<PdfText> {
  const copy = bytes.slice()
  const { first, notes, isTex } = await readFirst(bytes)
  const suspicious = first.map((text, at) => (shareUnreadable(text) > suspiciousShare ? at : -1)).filter((at) => at >= 0)
  const second = suspicious.length === 0 ? new Map<number, string>() : await readSecond(copy, suspicious)
  const bare = first.flatMap((text, at) => (text.trim() === '' && notes[at] === '' ? [at] : []))
  // A file of nothing but pictures is refused as one without text.
  const scans = bare.length > 0 && bare.length < first.length ? await readScans(copy, bare) : []
  const unreadable: number[] = scans.map((at) => at + 1)
  const pages = first.map((text, at) => {
    const other = second.get(at)
    const best = other !== undefined && shareUnreadable(other) < shareUnreadable(text) ? other : text
    if (shareUnreadable(best) <= unreadableShare) return [joinLines(best, isTex), notes[at]].filter(Boolean).join('\n\n')
    unreadable.push(at + 1)
    return notes[at] ?? ''
  })
  return { pages, unreadable: unreadable.toSorted((a, b) => a - b) }
}

async function readFirst(bytes: Uint8Array): Promise<{ first: string[]; notes: string[]; isTex: boolean }> {
  try {
    const pdf = await getDocumentProxy(bytes, { verbosity: 0 })
    if (pdf.numPages > mostPages) throw new Error('large')
    const { text } = await extractText(pdf, { mergePages: false })
    const notes: string[] = []
    for (let number = 1; number <= pdf.numPages; number++) notes.push(await readNotes(await pdf.getPage(number)))
    const { info } = await pdf.getMetadata()
    return { first: text, notes, isTex: /tex|dvips/i.test(JSON.stringify(info)) }
  } catch (error) {
    if (error instanceof Error && error.message === 'large') throw error
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    throw new Error(isLocked ? 'password' : 'broken', { cause: error })
  }
}

/** PDFium reads what programs write for readers (ActualText), and fonts that pdf.js does not understand. Loaded where a page needs it. */
async function readSecond(bytes: Uint8Array, wanted: readonly number[]): Promise<Map<number, string>> {
  const { readPagesByPdfium } = await import('./pdfium-pages.ts')
  return readPagesByPdfium(bytes, wanted)
}

async function readScans(bytes: Uint8Array, wanted: readonly number[]): Promise<number[]> {
  const { findScans } = await import('./pdfium-pages.ts')
  return findScans(bytes, wanted)
}
