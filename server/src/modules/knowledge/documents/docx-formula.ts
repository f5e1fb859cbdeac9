import type { Attributes } from '../../../platform/sheets/office-parts.ts'

interface Target {
  text: string
}

/** Parts of a formula that are written around their content. */
const wraps: Readonly<Record<string, [before: string, after: string]>> = {
  num: ['', ''],
  den: ['/', ''],
  sup: ['^', ''],
  sub: ['_', ''],
  deg: ['', ''],
}

/** Formulas of Word in one line: (a+b)/(2c), x^2, √(x). */
export class DocxFormula {
  readonly #starts: { name: string; from: number }[] = []
  readonly #roots: number[] = []
  readonly #delimiters: { begin: string; end: string; separator: string; elements: number }[] = []
  readonly #signs: string[] = []
  #depth = 0

  get isOpen(): boolean {
    return this.#depth > 0
  }

  open(name: string, { val, ...attributes }: Attributes, target: Target | undefined): boolean {
    if (name === 'oMath') this.#depth++
    if (!this.isOpen || !target) return false
    if (name === 'oMath') target.text += target.text === '' || target.text.endsWith(' ') ? '' : ' '
    else if (name === 'd') this.#delimiters.push({ begin: '(', end: ')', separator: '|', elements: 0 })
    else if (name === 'begChr') this.#set('begin', val ?? '')
    else if (name === 'endChr') this.#set('end', val ?? '')
    else if (name === 'sepChr') this.#set('separator', val ?? '')
    else if (name === 'nary') this.#signs.push('∫')
    else if (name === 'chr' && this.#signs.length > 0) this.#signs[this.#signs.length - 1] = val ?? '∫'
    else if (name === 'naryPr' || attributes['none']) return false
    else if (name === 'rad') this.#roots.push(this.#starts.length)
    else if (name === 'e') this.#openElement(target)
    else if (Object.hasOwn(wraps, name)) {
      if (name === 'sub' && this.#signs.length > 0) target.text += this.#signs.pop() ?? ''
      this.#starts.push({ name, from: target.text.length })
    } else return false
    return true
  }

  #set(part: 'begin' | 'end' | 'separator', value: string): void {
    const delimiter = this.#delimiters.at(-1)
    if (delimiter) delimiter[part] = value
  }

  #openElement(target: Target): void {
    const delimiter = this.#delimiters.at(-1)
    const isRoot = this.#roots.at(-1) === this.#starts.length
    if (isRoot) {
      this.#roots.pop()
      target.text += '√'
      this.#starts.push({ name: 'root', from: target.text.length })
      return
    }
    if (delimiter && delimiter.elements >= 0) target.text += delimiter.elements++ === 0 ? delimiter.begin : delimiter.separator
    this.#starts.push({ name: 'e', from: target.text.length })
  }

  close(name: string, target: Target): void {
    if (!this.isOpen) return
    if (name === 'oMath') this.#depth--
    else if (name === 'd') target.text += this.#delimiters.pop()?.end ?? ''
    else if (name === 'nary') return
    else if (name === 'e' || Object.hasOwn(wraps, name)) this.#wrap(target)
  }

  #wrap(target: Target): void {
    const start = this.#starts.pop()
    if (!start || start.name === 'e') return
    const inner = target.text.slice(start.from).trim()
    const [before, after] = wraps[start.name] ?? ['', '']
    const isOne = /^(?:\p{L}+|[\p{N}.,]+|\([^()]*\))$/u.test(inner)
    target.text = `${target.text.slice(0, start.from)}${inner === '' ? '' : `${before}${isOne ? inner : `(${inner})`}${after}`}`
  }
}
