import PdfKit from 'pdfkit'
import { encode } from 'uqr'
import { drawChart } from './draw-chart.ts'
import { attachFacturX, facturXOptions, plainInfo } from './factur-x.ts'
import type { PdfChart, PdfDocument, PdfFact } from './pdf-document.ts'
import { createPen } from './pdf-pen.ts'
import { breakLines, drawLine } from './text-lines.ts'
import type { Line, Pen, Style } from './text-lines.ts'

/** A4 in points. */
const page = { width: 595.28, height: 841.89, margin: 48, foot: 64 } as const
const inner = page.width - 2 * page.margin
const muted = '#5c5c66'
const ink = '#17171c'
const leading = 1.42
const cellGap = 10
const rowPadding = 6
const logoBox: [number, number] = [150, 56]
const mostPages = 200

interface Canvas {
  pdf: PDFKit.PDFDocument
  pen: Pen
  accent: string
  y: number
}

interface Box {
  x: number
  width: number
  align?: 'start' | 'end'
}

const columnGap = 24
const rightHalf: Box = { x: page.margin + (inner + columnGap) / 2, width: (inner - columnGap) / 2 }

const heightOf = (lines: readonly Line[], { size }: Style): number => lines.length * size * leading

function drawLines({ pen }: Canvas, lines: readonly Line[], style: Style, { x, width, align }: Box, y: number): number {
  lines.forEach((line, at) => {
    const baseline = y + at * style.size * leading + style.size * 1.06
    drawLine(pen, line, style, align === 'end' ? x + width - line.width : x, baseline)
  })
  return y + heightOf(lines, style)
}

const write = (canvas: Canvas, text: string, style: Style, box: Box, y: number): number =>
  text === '' ? y : drawLines(canvas, breakLines(canvas.pen, text, style, box.width), style, box, y)

/** @throws for more pages than anyone reads. */
function turnPage(canvas: Canvas): void {
  if (canvas.pdf.bufferedPageRange().count >= mostPages) throw new Error('the document has too many pages')
  canvas.pdf.addPage()
  canvas.y = page.margin
}

const makeRoom = (canvas: Canvas, height: number): boolean => {
  if (canvas.y + height <= page.height - page.foot) return false
  turnPage(canvas)
  return true
}

function rule({ pdf }: Canvas, y: number, color: string, width = 0.6): void {
  pdf
    .moveTo(page.margin, y)
    .lineTo(page.width - page.margin, y)
    .lineWidth(width)
    .strokeColor(color)
    .stroke()
}

/** Label and value of each fact, the values at the right edge. */
function drawFacts(canvas: Canvas, facts: readonly PdfFact[], box: Box, y: number, styleOf: (at: number) => Style): number {
  const half = box.width * 0.46
  let at = y
  facts.forEach(({ label, value }, index) => {
    const style = styleOf(index)
    const afterLabel = write(canvas, label, { ...style, color: style.isBold ? ink : muted }, { x: box.x, width: half }, at)
    const right: Box = { x: box.x + half + cellGap, width: box.width - half - cellGap, align: 'end' }
    at = Math.max(afterLabel, write(canvas, value, style, right, at)) + 2
  })
  return at
}

function drawHead(canvas: Canvas, { title, stamp, logo, facts }: PdfDocument): void {
  const left: Box = { x: page.margin, width: inner * 0.5 }
  const right: Box = rightHalf
  let y = canvas.y
  if (logo) {
    canvas.pdf.image(Buffer.from(logo), page.margin, y, { fit: logoBox })
    y += logoBox[1] + 14
  }
  y = write(canvas, title, { size: 20, isBold: true, color: canvas.accent }, left, y)
  if (stamp) y = write(canvas, stamp, { size: 11, isBold: true, color: '#b42318' }, left, y + 2)
  const after = drawFacts(canvas, facts, right, canvas.y, () => ({ size: 9 }))
  canvas.y = Math.max(y, after) + 18
}

function drawParties(canvas: Canvas, parties: PdfDocument['parties']): void {
  const width = (inner - columnGap) / Math.max(1, parties.length)
  const ends = parties.map(({ heading, lines }, at) => {
    const box: Box = { x: page.margin + at * (width + columnGap), width }
    const [name = '', ...rest] = lines
    let y = write(canvas, heading, { size: 8, color: muted }, box, canvas.y)
    y = write(canvas, name, { size: 10, isBold: true }, box, y + 1)
    for (const line of rest) y = write(canvas, line, { size: 9, color: muted }, box, y)
    return y
  })
  canvas.y = Math.max(canvas.y, ...ends) + 20
}

function drawTable(canvas: Canvas, { columns, rows }: Pick<PdfDocument, 'columns' | 'rows'>): void {
  const all = columns.reduce((sum, { weight }) => sum + weight, 0)
  let x = page.margin
  const boxes = columns.map(({ weight, isNumber }): Box => {
    const width = (inner * weight) / all
    const box: Box = { x, width: width - cellGap, ...(isNumber ? { align: 'end' as const } : {}) }
    x += width
    return isNumber ? { ...box, x: box.x + cellGap } : box
  })
  const drawRow = (cells: readonly string[], style: Style): void => {
    const broken = cells.map((cell, at) => breakLines(canvas.pen, cell, style, boxes[at]?.width ?? 0))
    const height = Math.max(...broken.map((lines) => heightOf(lines, style)))
    if (makeRoom(canvas, height + 2 * rowPadding) && style !== headStyle) drawHeader()
    broken.forEach((lines, at) => drawLines(canvas, lines, style, boxes[at] ?? { x: 0, width: 0 }, canvas.y + rowPadding))
    canvas.y += height + 2 * rowPadding
  }
  const headStyle: Style = { size: 8, isBold: true, color: muted }
  const drawHeader = () => {
    drawRow(
      columns.map(({ label }) => label),
      headStyle,
    )
    rule(canvas, canvas.y, canvas.accent, 1)
  }
  drawHeader()
  for (const row of rows) {
    drawRow(row, { size: 9 })
    rule(canvas, canvas.y, '#e3e3e8')
  }
  canvas.y += 12
}

function drawSums(canvas: Canvas, sums: PdfDocument['sums']): void {
  const box = rightHalf
  for (const sum of sums) {
    makeRoom(canvas, 22)
    canvas.y = drawFacts(canvas, [sum], box, canvas.y, () => (sum.isTotal ? { size: 11, isBold: true } : { size: 9 })) + 1
  }
  canvas.y += 16
}

const chartHeight = 190

/** A chart over the whole width, never cut by the end of a page. */
function drawChartBlock(canvas: Canvas, chart: PdfChart): void {
  makeRoom(canvas, chartHeight + 30)
  const box: Box = { x: page.margin, width: inner }
  canvas.y = write(canvas, chart.title, { size: 10, isBold: true }, box, canvas.y) + 6
  drawChart({ ...canvas, write: (text, style, at, y) => write(canvas, text, style, at, y) }, chart, {
    x: page.margin,
    y: canvas.y,
    width: inner,
    height: chartHeight,
  })
  canvas.y += chartHeight + 16
}

const codeSide = 110

/** The code at the left as squares, what it says at its right. */
function drawCode(canvas: Canvas, code: NonNullable<PdfDocument['code']>): void {
  makeRoom(canvas, codeSide + 12)
  const { data, size } = encode(code.text, { ecc: 'L', border: 0 })
  const side = codeSide / size
  const [left, top] = [page.margin, canvas.y]
  data.forEach((row, y) => row.forEach((isDark, x) => isDark && canvas.pdf.rect(left + x * side, top + y * side, side, side)))
  canvas.pdf.fillColor('#000000').fill()
  const box: Box = { x: left + codeSide + columnGap, width: inner - codeSide - columnGap }
  let y = top
  for (const { label, value } of code.facts) {
    y = write(canvas, label, { size: 8, color: muted }, box, y)
    y = write(canvas, value, { size: 9 }, box, y) + 4
  }
  canvas.y = Math.max(y, top + codeSide) + 12
}

function drawParagraphs(canvas: Canvas, paragraphs: PdfDocument['paragraphs']): void {
  const box: Box = { x: page.margin, width: inner }
  const style: Style = { size: 9, color: muted }
  for (const { heading = '', text } of paragraphs) {
    makeRoom(canvas, 40)
    canvas.y = write(canvas, heading, { size: 9, isBold: true }, box, canvas.y)
    for (const line of breakLines(canvas.pen, text, style, inner)) {
      makeRoom(canvas, style.size * leading)
      canvas.y = drawLines(canvas, [line], style, box, canvas.y)
    }
    canvas.y += 8
  }
}

function drawFoot(canvas: Canvas, { pageLabel }: PdfDocument): void {
  const { start, count } = canvas.pdf.bufferedPageRange()
  for (let at = 0; at < count; at++) {
    canvas.pdf.switchToPage(start + at)
    const label = pageLabel.replace('{page}', String(at + 1)).replace('{pages}', String(count))
    write(canvas, label, { size: 8, color: muted }, { x: page.margin, width: inner, align: 'end' }, page.height - 44)
  }
}

/** The bytes of the document, A4, with its fonts embedded. */
export function drawPdf(document: PdfDocument): Promise<Uint8Array> {
  const maker = document.facturX ? plainInfo(document.creator) : document.creator
  const pdf = new PdfKit({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: document.language,
    displayTitle: true,
    ...(document.facturX ? facturXOptions : {}),
    info: { Title: document.title, Producer: maker, Creator: maker },
  })
  const parts: Uint8Array[] = []
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  pdf.on('data', (part: Uint8Array) => parts.push(part))
  pdf.on('end', () => resolve(new Uint8Array(Buffer.concat(parts))))
  pdf.on('error', reject)
  const canvas: Canvas = { pdf, pen: createPen(pdf), accent: document.accent ?? ink, y: page.margin }
  drawHead(canvas, document)
  drawParties(canvas, document.parties)
  drawTable(canvas, document)
  for (const chart of document.charts ?? []) drawChartBlock(canvas, chart)
  drawSums(canvas, document.sums)
  if (document.code) drawCode(canvas, document.code)
  drawParagraphs(canvas, document.paragraphs)
  drawFoot(canvas, document)
  if (document.facturX) attachFacturX(pdf, document.facturX)
  pdf.end()
  return promise
}
