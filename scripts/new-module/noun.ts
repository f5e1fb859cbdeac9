import { translated } from '../words/dictionaries.ts'
import type { Translated } from '../words/dictionaries.ts'

/** What a noun is called in a language: `Rechnung`, `Rechnungen`. */
export interface Called {
  one: string
  many: string
}

export interface Noun {
  /** Kebab case: `gift-card`, `gift-cards`. */
  one: string
  many: string
  in: Record<Translated, Called>
  /** Languages in which the English noun is used, because none was given. */
  untranslated: Translated[]
}

const usage = `Usage: npm run new:module <nouns> [-- --singular <noun>] [--de Rechnung/Rechnungen] [--es factura/facturas] [--fr facture/factures] [--ja 請求書]
<nouns>: a noun in the plural, lowercase, words joined by hyphens: invoices, gift-cards`

/** The noun of the command's arguments. @throws Error with the usage. */
export function readNoun([many = '', ...flags]: readonly string[]): Noun {
  const given = new Map<string, string>()
  for (let at = 0; at < flags.length; at += 2) {
    const name = flags[at]?.replace(/^--/, '') ?? ''
    const value = flags[at + 1]
    if (!['singular', ...translated].includes(name) || !value) throw new Error(usage)
    given.set(name, value)
  }
  const one = given.get('singular') ?? singularOf(many)
  if (![one, many].every((name) => /^[a-z]+(-[a-z0-9]+)*$/.test(name))) throw new Error(usage)
  if (one === many) throw new Error(`What is one of the ${many} called? Say so with --singular.`)
  if (/^(utils?|helpers?|commons?|miscs?)$/.test(many)) throw new Error(`"${many}" says nothing: name the module for what it holds.`)
  const english = { one: one.replaceAll('-', ' '), many: many.replaceAll('-', ' ') }
  const calledIn = (language: Translated): Called => {
    const [first, second] = (given.get(language) ?? '').split('/')
    return first ? { one: first, many: second ?? first } : english
  }
  return {
    one,
    many,
    in: { de: calledIn('de'), es: calledIn('es'), fr: calledIn('fr'), ja: calledIn('ja') },
    untranslated: translated.filter((language) => !given.has(language)),
  }
}

function singularOf(many: string): string {
  if (many.endsWith('ies')) return `${many.slice(0, -3)}y`
  if (/(ss|x|z|ch|sh)es$/.test(many)) return many.slice(0, -2)
  return many.endsWith('s') && !many.endsWith('ss') ? many.slice(0, -1) : many
}

export const camel = (kebab: string): string => kebab.replaceAll(/-([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase())
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
export const snake = (kebab: string): string => kebab.replaceAll('-', '_')

/** A template's text or path for the noun. Templates are written for gift cards, a noun of two words, so that each spelling differs. */
export function fill(template: string, { one, many }: Noun): string {
  const spaced = { one: one.replaceAll('-', ' '), many: many.replaceAll('-', ' ') }
  const article = /^[aeiou]/.test(one) ? 'an' : 'a'
  const spellings: [from: string, to: string][] = [
    ['gift-cards', many],
    ['gift-card', one],
    ['gift_cards', snake(many)],
    ['giftCards', camel(many)],
    ['giftCard', camel(one)],
    ['GiftCards', capital(camel(many))],
    ['GiftCard', capital(camel(one))],
    ['a gift card', `${article} ${spaced.one}`],
    ['Gift cards', capital(spaced.many)],
    ['gift cards', spaced.many],
    ['Gift card', capital(spaced.one)],
    ['gift card', spaced.one],
  ]
  return template.replaceAll(new RegExp(spellings.map(([from]) => from).join('|'), 'g'), (found) => new Map(spellings).get(found) ?? found)
}
