import { walkXml } from '../../../platform/sheets/office-parts.ts'

export interface Style {
  /** From 1, where its paragraphs are headings. */
  level: number | null
  isHidden: boolean
  numId: string | null
  listLevel: number
}

interface OwnStyle extends Partial<Style> {
  basedOn?: string
}

/** A switch of Word is on without a value. */
export const isOn = (value: string | undefined): boolean => value === undefined || !/^(?:0|false|off|none)$/i.test(value)

export const plain: Style = { level: null, isHidden: false, numId: null, listLevel: 0 }

/** Names of styles are English in every language of Word; their ids are not. */
const levelOf = (name: string): number | null => {
  if (/^(?:title)$/i.test(name)) return 1
  const level = /^heading\s*([1-9])$/i.exec(name)?.[1]
  return level ? Math.min(6, Number(level)) : null
}

/** What the styles of a document say of their paragraphs and runs, each with what it inherits. */
export function readStyles(bytes: Buffer | undefined): (id: string | undefined) => Style {
  const own = new Map<string, OwnStyle>()
  let current: OwnStyle = {}
  const set = (name: string, value: string | undefined) => {
    if (name === 'basedOn' && value) current.basedOn = value
    else if (name === 'name' && value && levelOf(value)) current.level = levelOf(value)
    else if (name === 'outlineLvl' && Number(value) < 9) current.level = Math.min(6, Number(value) + 1)
    else if (name === 'vanish') current.isHidden = isOn(value)
    else if (name === 'numId' && value) current.numId = value
    else if (name === 'ilvl') current.listLevel = Number(value) || 0
  }
  walkXml(bytes, {
    open: (name, attributes) => {
      if (name !== 'style') return set(name, attributes['val'])
      current = {}
      own.set(attributes['styleId'] ?? '', current)
    },
  })
  const resolve = (id: string | undefined, depth = 0): Style => {
    const found = own.get(id ?? '')
    if (!found || depth > 20) return plain
    const { basedOn, ...style } = found
    return { ...resolve(basedOn, depth + 1), ...style }
  }
  return (id) => resolve(id)
}
