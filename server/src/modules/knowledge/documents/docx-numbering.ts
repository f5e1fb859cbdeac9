import { walkXml } from '../../../platform/sheets/office-parts.ts'
import { listNumber } from '../../../platform/text/list-number.ts'

interface Level {
  start: number
  format: string
  text: string
  restart: number | null
}

interface Num {
  abstract: string
  starts: Map<number, number>
}

const types: Readonly<Record<string, string>> = { lowerLetter: 'a', upperLetter: 'A', lowerRoman: 'i', upperRoman: 'I' }
const write = (value: number, format: string): string =>
  format === 'decimalZero' ? String(value).padStart(2, '0') : listNumber(value, types[format] ?? '1')

/** The numbers of the paragraphs of a document, counted as Word counts them. */
export class Numbering {
  readonly #abstracts = new Map<string, Map<number, Level>>()
  readonly #links = new Map<string, string>()
  readonly #styleLists = new Map<string, string>()
  readonly #nums = new Map<string, Num>()
  readonly #counts = new Map<string, (number | undefined)[]>()
  readonly #begun = new Set<string>()

  constructor(bytes: Buffer | undefined) {
    let [abstract, num] = ['', '']
    let level: Level | undefined
    let at = 0
    walkXml(bytes, {
      open: (name, attributes) => {
        const value = attributes['val'] ?? ''
        if (name === 'abstractNum') {
          abstract = attributes['abstractNumId'] ?? ''
          this.#abstracts.set(abstract, new Map())
        } else if (name === 'num') {
          num = attributes['numId'] ?? ''
          this.#nums.set(num, { abstract: '', starts: new Map() })
        } else if (name === 'abstractNumId') this.#nums.set(num, { abstract: value, starts: new Map() })
        else if (name === 'numStyleLink') this.#links.set(abstract, value)
        else if (name === 'styleLink') this.#styleLists.set(value, abstract)
        else if (name === 'lvlOverride') at = Number(attributes['ilvl'] ?? 0)
        else if (name === 'startOverride') this.#nums.get(num)?.starts.set(at, Number(value))
        else if (name === 'lvl') {
          level = { start: 1, format: 'decimal', text: '', restart: null }
          if (num === '') this.#abstracts.get(abstract)?.set(Number(attributes['ilvl'] ?? 0), level)
        } else if (level && name === 'start') level.start = Number(value)
        else if (level && name === 'numFmt') level.format = value
        else if (level && name === 'lvlText') level.text = value
        else if (level && name === 'lvlRestart') level.restart = Number(value)
      },
    })
  }

  /** What stands before a paragraph: "2.1 ", "- ", or nothing. It counts on. */
  next(numId: string, ilvl: number): string {
    const num = this.#nums.get(numId)
    if (!num) return ''
    const abstract = this.#styleLists.get(this.#links.get(num.abstract) ?? '') ?? num.abstract
    const levels = this.#abstracts.get(abstract)
    const level = levels?.get(ilvl)
    if (!levels || !level) return ''
    if (level.format === 'bullet') return '- '
    const counts = this.#counts.get(abstract) ?? []
    this.#counts.set(abstract, counts)
    this.#begin(numId, num, counts)
    const startOf = (each: number) => num.starts.get(each) ?? levels.get(each)?.start ?? 1
    counts[ilvl] = (counts[ilvl] ?? startOf(ilvl) - 1) + 1
    for (let above = 0; above < ilvl; above++) counts[above] ??= startOf(above)
    for (const [below, { restart }] of levels) if (below > ilvl && restart !== 0) counts[below] = undefined
    const text = level.text.replaceAll(/%([1-9])/g, (_, place: string) => {
      const each = Number(place) - 1
      return write(counts[each] ?? 1, levels.get(each)?.format ?? 'decimal')
    })
    return level.format === 'none' || text === '' ? '' : `${text} `
  }

  /** A list that starts anew at its first item. */
  #begin(numId: string, { starts }: Num, counts: (number | undefined)[]): void {
    if (this.#begun.has(numId)) return
    this.#begun.add(numId)
    for (const [ilvl, start] of starts) counts[ilvl] = start - 1
  }
}
