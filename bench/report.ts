import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { meetsAim, show } from './figure.ts'
import type { Figure } from './figure.ts'

export interface Measured {
  benchmark: string
  /** The one-minute load of the machine before and after: figures taken on a busy machine are worth less. */
  load: { before: number; after: number }
  seconds: number
  figures: Figure[]
}

const folder = join(import.meta.dirname, 'results')

/** The figures as a Markdown table. */
export function toMarkdown(measured: readonly Measured[]): string {
  const rows = measured.flatMap(({ figures, load }) =>
    figures.map((figure) => [
      figure.name,
      `${show(figure.value)} ${figure.unit}`,
      figure.beside ? `${figure.beside.name}: ${show(figure.beside.value)} ${figure.beside.unit}` : '',
      figure.ratio === undefined ? '' : figure.ratio.toPrecision(2),
      aimOf(figure),
      load.before.toFixed(1),
      figure.note ?? '',
    ]),
  )
  const head = ['figure', 'measured', 'beside it', 'ratio', 'aim', 'load', 'note']
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

function aimOf(figure: Figure): string {
  if (!figure.aim) return ''
  const { of, atMost, atLeast } = figure.aim
  const bound = atMost === undefined ? `>= ${atLeast}` : `<= ${atMost}`
  return `${of === 'ratio' ? 'ratio ' : ''}${bound}: ${meetsAim(figure) ? 'met' : '**missed**'}`
}

/** Writes the results as JSON and Markdown; returns the path without its extension. */
export function saveReport(measured: readonly Measured[]): string {
  mkdirSync(folder, { recursive: true })
  const at = new Date().toISOString()
  const file = join(folder, at.slice(0, 19).replaceAll(':', '-'))
  const machine = { node: process.version, cpus: cpus().length, model: cpus()[0]?.model ?? '', memoryMb: Math.round(totalmem() / 2 ** 20) }
  writeFileSync(`${file}.json`, JSON.stringify({ at, machine, measured }, null, 2))
  writeFileSync(
    `${file}.md`,
    `Measured ${at} on ${machine.cpus} cores (${machine.model}), Node ${machine.node}\n\n${toMarkdown(measured)}\n`,
  )
  return file
}
