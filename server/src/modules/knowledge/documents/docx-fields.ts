import type { Attributes } from '../../../platform/sheets/office-parts.ts'
import { isOn } from './docx-styles.ts'

interface Field {
  instruction: string
  isResult: boolean
  box: 'checked' | 'open' | null
  entries: string[]
  chosen: number
}

/** Numbers of pages are those of a printer, not of the text. */
const ofPages = /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b/i

/** The fields of a document between their marks: what they compute stands in their result, boxes and lists of forms in their properties. */
export class DocxFields {
  readonly #open: (Field | 'simple')[] = []
  #hidden = 0
  #inInstruction = false

  get takesText(): boolean {
    return this.#inInstruction
  }

  get isOpen(): boolean {
    return this.#open.length > 0
  }

  get hidesResult(): boolean {
    return this.#hidden > 0 || this.#open.some((field) => field !== 'simple' && field.isResult && ofPages.test(field.instruction))
  }

  text(text: string): void {
    const field = this.#open.at(-1)
    if (field && field !== 'simple') field.instruction += text
  }

  /** What a field writes itself; null for what is no part of a field. */
  open(name: string, attributes: Attributes): string | null {
    const field = this.#open.at(-1)
    if (name === 'instrText') {
      this.#inInstruction = true
      return ''
    }
    if (name === 'fldSimple') {
      this.#open.push('simple')
      if (ofPages.test(attributes['instr'] ?? '')) this.#hidden++
      else if (this.#hidden > 0) this.#hidden++
      return ''
    }
    if (name === 'fldChar') return this.#mark(attributes['fldCharType'] ?? '')
    if (!field || field === 'simple') return null
    if (name === 'checkBox') field.box = 'open'
    else if ((name === 'checked' || name === 'default') && field.box) field.box = isOn(attributes['val']) ? 'checked' : 'open'
    else if (name === 'listEntry') field.entries.push(attributes['val'] ?? '')
    else if (name === 'result') field.chosen = Number(attributes['val'] ?? 0)
    else return null
    return ''
  }

  #mark(type: string): string {
    if (type === 'begin') this.#open.push({ instruction: '', isResult: false, box: null, entries: [], chosen: 0 })
    const field = this.#open.at(-1)
    if (type === 'separate' && field && field !== 'simple') field.isResult = true
    if (type !== 'end') return ''
    const ended = this.#open.pop()
    if (!ended || ended === 'simple') return ''
    if (ended.box) return ended.box === 'checked' ? '☒' : '☐'
    return ended.entries[ended.chosen] ?? ''
  }

  close(name: string): void {
    if (name === 'instrText') this.#inInstruction = false
    if (name !== 'fldSimple') return
    this.#open.pop()
    this.#hidden = Math.max(0, this.#hidden - 1)
  }
}
