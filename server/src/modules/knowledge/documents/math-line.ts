/** What stands before the second child of an element, and before the third. */
const signs: Readonly<Record<string, readonly string[]>> = {
  mfrac: ['/'],
  msup: ['^'],
  mover: ['^'],
  msub: ['_'],
  munder: ['_'],
  msubsup: ['_', '^'],
  munderover: ['_', '^'],
}
/** Several signs as one child. */
const groups = new Set(['mrow', 'mstyle', 'mpadded'])

/** Formulas of MathML in one line: (a+b)/2, 10^6, √(x). Their parts have no sign between them: 1/2 would read 12. */
export class MathLine {
  /** Those that are open, each with how many children began, and what stands behind it. */
  readonly #open: { name: string; children: number; after: string }[] = []

  /** What stands before an element. */
  open(name: string): string {
    const around = this.#open.at(-1)
    if (!around && name !== 'math') return ''
    const part = around ? signs[around.name] : undefined
    const between = around && part ? (part[around.children - 1] ?? '') : ''
    if (around) around.children += 1
    const isGroup = part !== undefined && groups.has(name)
    const isRoot = name === 'msqrt' || name === 'mroot'
    this.#open.push({ name, children: 0, after: isGroup || isRoot ? ')' : '' })
    return `${between}${isRoot ? '√(' : isGroup ? '(' : ''}`
  }

  /** What stands behind it. */
  close(name: string): string {
    if (this.#open.at(-1)?.name !== name) return ''
    return this.#open.pop()?.after ?? ''
  }
}
