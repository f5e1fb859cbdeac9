import type { FacturX } from './factur-x.ts'

/** A business document as it is to be printed: every text is final, amounts and dates are written out. */
export interface PdfDocument {
  /** Language of the texts, for screen readers: `en`, `ja`. */
  language: string
  title: string
  /** Who made it, in the facts of the file: the one who issues the document. */
  creator: string
  /** Beside the title, for what is not valid (yet). */
  stamp?: string | null
  /** `#rrggbb` of rules and headings. */
  accent?: string | null
  /** PNG or JPEG. */
  logo?: Uint8Array | null
  facts: readonly PdfFact[]
  /** Who writes and who receives, side by side; the first line is the name. */
  parties: readonly { heading: string; lines: readonly string[] }[]
  columns: readonly PdfColumn[]
  /** A cell for each column. */
  rows: readonly (readonly string[])[]
  /** Below the table. */
  charts?: readonly PdfChart[]
  sums: readonly (PdfFact & { isTotal?: boolean })[]
  paragraphs: readonly { heading?: string; text: string }[]
  /** A QR code under the sums, with what it says beside it. */
  code?: { text: string; facts: readonly PdfFact[] } | null
  /** An invoice as XML that is put into the file. */
  facturX?: FacturX
  /** `{page}` and `{pages}` are replaced. */
  pageLabel: string
}

export interface PdfFact {
  label: string
  value: string
}

export interface PdfColumn {
  label: string
  /** Share of the width. */
  weight: number
  isNumber?: boolean
}

/** Values by place, drawn as lines and areas of the page. */
export interface PdfChart {
  title: string
  kind: 'line' | 'bar' | 'pie'
  labels: readonly string[]
  /** Null: a gap. */
  values: readonly (number | null)[]
  /** The values as they are written. */
  texts: readonly string[]
}
