import { PDFiumLibrary } from '@hyzyla/pdfium'

/** Functions of PDFium that the package has and does not list in its types. */
interface TextFunctions {
  _FPDFText_LoadPage(page: number): number
  _FPDFText_ClosePage(textPage: number): void
  _FPDFText_CountChars(textPage: number): number
  _FPDFText_GetUnicode(textPage: number, index: number): number
  _FPDFText_IsGenerated(textPage: number, index: number): number
  _FPDFText_GetFontSize(textPage: number, index: number): number
  _FPDFText_GetCharBox(textPage: number, index: number, left: number, right: number, bottom: number, top: number): number
  _FPDFText_GetCharOrigin(textPage: number, index: number, x: number, y: number): number
  _FPDFText_GetLooseCharBox(textPage: number, index: number, rectangle: number): number
  _FPDFPage_CountObjects(page: number): number
  _FPDFPage_GetObject(page: number, index: number): number
  _FPDFPageObj_GetType(object: number): number
  _FPDFPageObj_GetBounds(object: number, left: number, bottom: number, right: number, top: number): number
  _FPDF_GetPageWidthF(page: number): number
  _FPDF_GetPageHeightF(page: number): number
  wasmExports: { malloc(bytes: number): number; free(pointer: number): void }
  HEAPU8: Uint8Array
}

/** Scripts of India and its neighbours, whose letters join into clusters. */
const joined = /[\u0900-\u0dff\u1000-\u109f\u1780-\u17ff]/
/** Vowel signs that stand after their letter and take room of their own; the ink of a cluster ends before them. */
const spacing = /\p{Mc}/u
/** Vowel signs that are written before their letter. */
const before = /[\u093f\u09bf\u09c7\u09c8\u0a3f\u0bc6-\u0bc8\u0d46-\u0d48]/
/** Of the size of the font. Words are 0.15 and more apart, clusters of a word at most 0.08. */
const leastGap = 0.115

/** Does something with pages of a file; nothing with one that PDFium cannot open. */
async function withPages(bytes: Uint8Array, wanted: readonly number[], work: (functions: TextFunctions, page: number, at: number) => void) {
  const library = await PDFiumLibrary.init()
  const functions = (library as unknown as { module: TextFunctions }).module
  try {
    const document = await library.loadDocument(bytes).catch(() => null)
    if (!document) return
    try {
      for (const at of wanted) work(functions, (document.getPage(at) as unknown as { pageIdx: number }).pageIdx, at)
    } finally {
      document.destroy()
    }
  } finally {
    library.destroy()
  }
}

/** The texts of some pages, read letter by letter. */
export async function readPagesByPdfium(bytes: Uint8Array, wanted: readonly number[]): Promise<Map<number, string>> {
  const texts = new Map<number, string>()
  await withPages(bytes, wanted, (functions, page, at) => texts.set(at, readText(functions, page)))
  return texts
}

/** Those of some pages without text that a picture fills, as a scanner makes them. */
export async function findScans(bytes: Uint8Array, wanted: readonly number[]): Promise<number[]> {
  const scans: number[] = []
  await withPages(bytes, wanted, (functions, page, at) => {
    if (isScan(functions, page)) scans.push(at)
  })
  return scans
}

const imageType = 3
/** Of the page. */
const scanShare = 0.5

function isScan(functions: TextFunctions, page: number): boolean {
  const area = functions._FPDF_GetPageWidthF(page) * functions._FPDF_GetPageHeightF(page)
  const pointer = functions.wasmExports.malloc(16)
  let covered = 0
  for (let at = 0, count = functions._FPDFPage_CountObjects(page); at < count && covered < scanShare * area; at++) {
    const object = functions._FPDFPage_GetObject(page, at)
    if (functions._FPDFPageObj_GetType(object) !== imageType) continue
    functions._FPDFPageObj_GetBounds(object, pointer, pointer + 4, pointer + 8, pointer + 12)
    const view = new DataView(functions.HEAPU8.buffer)
    const [left, bottom, right, top] = [0, 4, 8, 12].map((offset) => view.getFloat32(pointer + offset, true)) as [
      number,
      number,
      number,
      number,
    ]
    // Scanners may cut a page into strips.
    covered += Math.abs((right - left) * (top - bottom))
  }
  functions.wasmExports.free(pointer)
  return area > 0 && covered >= scanShare * area
}

/** Where letters stand, in points. */
function measures(functions: TextFunctions, textPage: number, pointer: number) {
  const view = () => new DataView(functions.HEAPU8.buffer)
  return {
    ink: (at: number): [left: number, right: number] => {
      functions._FPDFText_GetCharBox(textPage, at, pointer, pointer + 8, pointer + 16, pointer + 24)
      return [view().getFloat64(pointer, true), view().getFloat64(pointer + 8, true)]
    },
    origin: (at: number): number => {
      functions._FPDFText_GetCharOrigin(textPage, at, pointer, pointer + 8)
      return view().getFloat64(pointer, true)
    },
    width: (at: number): number => {
      functions._FPDFText_GetLooseCharBox(textPage, at, pointer)
      return view().getFloat32(pointer + 8, true) - view().getFloat32(pointer, true)
    },
  }
}

/**
 * The letters of a page in their order. PDFium concludes spaces from gaps: between Indic letters it takes the room of a vowel sign for one, so the
 * gap is measured again with the width of the sign.
 */
function readText(functions: TextFunctions, page: number): string {
  const textPage = functions._FPDFText_LoadPage(page)
  const pointer = functions.wasmExports.malloc(64)
  const { ink, origin, width } = measures(functions, textPage, pointer)
  let text = ''
  let isGap = false
  let end = 0
  for (let at = 0, count = functions._FPDFText_CountChars(textPage); at < count; at++) {
    const code = functions._FPDFText_GetUnicode(textPage, at)
    const character = code > 0x10_ffff ? '\ufffd' : String.fromCodePoint(code)
    if (character === ' ' && functions._FPDFText_IsGenerated(textPage, at) === 1) {
      isGap = true
      continue
    }
    if (!joined.test(character)) {
      if (isGap) text += ' '
      // A hyphen at the end of a line.
      text += character === '\ufffe' ? '-\n' : character
      isGap = false
      continue
    }
    const [left, right] = ink(at)
    const size = functions._FPDFText_GetFontSize(textPage, at) || 1
    const isApart = !joined.test(text.at(-1) ?? '') || left < end - 4 * size || left - end > leastGap * size
    if (isGap && isApart) text += ' '
    const isNew = isGap || !joined.test(text.at(-1) ?? '')
    isGap = false
    text += character
    // Signs of a cluster that the file names as one have its place, and no ink of their own.
    const isInCluster = at > 0 && origin(at) === origin(at - 1)
    const room = isInCluster && spacing.test(character) && !before.test(character) ? width(at) : 0
    end = Math.max(isNew ? right : end, right) + room
  }
  functions.wasmExports.free(pointer)
  functions._FPDFText_ClosePage(textPage)
  return text.replaceAll('\r\n', '\n').replaceAll('-\n\n', '-\n')
}
