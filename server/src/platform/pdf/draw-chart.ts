import { valueScale } from '@imperium/contract/kit/value-scale.ts'
import { arc, curveMonotoneX, line, pie } from 'd3-shape'
import type { PdfChart } from './pdf-document.ts'
import type { Style } from './text-lines.ts'

interface Box {
  x: number
  width: number
  align?: 'start' | 'end'
}

/** What a chart draws with; `write` returns the height where the text ends. */
export interface ChartPaper {
  pdf: PDFKit.PDFDocument
  accent: string
  write: (text: string, style: Style, box: Box, y: number) => number
}

interface Frame {
  x: number
  y: number
  width: number
  height: number
}

const colours = ['#3b46d6', '#0e9384', '#c4620a', '#8a5cd1', '#4d7c0f', '#b42318', '#5c5c66', '#a2a2ad']
const small: Style = { size: 7, color: '#5c5c66' }
const axis = { left: 46, bottom: 16 }
/** Points for a label below the axis. */
const labelWidth = 62

/** A vector drawing: its lines stay sharp at every size. The same shapes and steps as the charts of the pages. */
export function drawChart(paper: ChartPaper, chart: PdfChart, frame: Frame): void {
  if (chart.kind === 'pie') drawPie(paper, chart, frame)
  else drawSeries(paper, chart, frame)
}

const written = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

function drawSeries(paper: ChartPaper, { kind, labels, values }: PdfChart, { x, y, width, height }: Frame): void {
  const { pdf, write } = paper
  const inner = { x: x + axis.left, width: width - axis.left, height: height - axis.bottom }
  const known = values.filter((value) => value !== null)
  const { scale, ticks } = valueScale(known.length > 0 ? known : [0], inner.height)
  for (const tick of ticks) {
    pdf
      .moveTo(inner.x, y + scale(tick))
      .lineTo(inner.x + inner.width, y + scale(tick))
      .lineWidth(0.5)
      .strokeColor('#e3e3e8')
      .stroke()
    write(written.format(tick), small, { x, width: axis.left - 6, align: 'end' }, y + scale(tick) - 5)
  }
  const step = inner.width / Math.max(1, values.length)
  const centre = (at: number) => inner.x + step * (at + 0.5)
  if (kind === 'bar') {
    values.forEach((value, at) => {
      if (value === null || value === 0) return
      const [from, to] = [scale(0), scale(value)]
      pdf.rect(centre(at) - step * 0.35, y + Math.min(from, to), step * 0.7, Math.abs(to - from)).fill(paper.accent)
    })
  } else {
    const path = line<number | null>(
      (_value, at) => centre(at),
      (value) => y + scale(value ?? 0),
    )
      .defined((value) => value !== null)
      .curve(curveMonotoneX)([...values])
    if (path) pdf.path(path).lineWidth(1.4).strokeColor(paper.accent).stroke()
  }
  const most = Math.max(1, Math.floor(inner.width / labelWidth))
  const every = Math.ceil(labels.length / most)
  labels.forEach((label, at) => {
    if (at % every === 0)
      write(label.slice(0, 18), small, { x: Math.max(inner.x, centre(at) - labelWidth / 2), width: labelWidth }, y + inner.height + 4)
  })
}

function drawPie({ pdf, write }: ChartPaper, { labels, values, texts }: PdfChart, { x, y, width, height }: Frame): void {
  const radius = height / 2 - 6
  const [centreX, centreY] = [x + radius + 6, y + height / 2]
  const slices = pie<number>().sort(null)(values.map((value) => Math.max(0, value ?? 0)))
  const shape = arc<(typeof slices)[number]>()
    .innerRadius(radius * 0.6)
    .outerRadius(radius)
  slices.forEach((slice, at) => {
    const path = slice.endAngle > slice.startAngle ? shape(slice) : null
    if (!path) return
    pdf
      .save()
      .translate(centreX, centreY)
      .path(path)
      .fill(colours[at % colours.length] ?? '')
      .restore()
  })
  const left = centreX + radius + 24
  let at = y + 8
  labels.forEach((label, index) => {
    pdf.rect(left, at + 2, 7, 7).fill(colours[index % colours.length] ?? '')
    write(`${label}: ${texts[index] ?? ''}`, { size: 8 }, { x: left + 14, width: x + width - left - 14 }, at)
    at += 17
  })
}
