import type { ImportSettings } from '@imperium/contract/contacts/contact-imports.ts'

export type DateOrder = NonNullable<ImportSettings['dateOrder']>

/** Names of months in the languages of the product and its neighbours, without accents and points, and shorter forms of at least three letters. */
const monthNames = [
  'january januar enero janvier jan ene janv gennaio gen januari janeiro',
  'february februar febrero fevrier feb fevr fev febbraio februari fevereiro',
  'march marz marzo mars maerz mar maart mrt marco',
  'april abril avril apr abr avr aprile',
  'may mai mayo maggio mag mei maio',
  'june juni junio juin jun giugno giu junho',
  'july juli julio juillet jul juil luglio lug julho',
  'august agosto aout aug ago augustus',
  'september septiembre septembre sept sep set settembre setembro',
  'october oktober octubre octobre oct okt ottobre ott outubro',
  'november noviembre novembre nov',
  'december dezember diciembre decembre dec dez dic dicembre dezembro',
]
const months = new Map(monthNames.flatMap((names, at) => names.split(' ').map((name) => [name, at + 1] as const)))
const dayFirst = /^(?:\p{L}+,? )?(\d{1,2})(?:st|nd|rd|th|er|\.)?[ -](?:de )?(\p{L}{3,})\.?,?[ -](?:del? )?(\d{4})$/u
const monthFirst = /^(?:\p{L}+, )?(\p{L}{3,})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/u
const japanese = /^(\d{4})年(\d{1,2})月(\d{1,2})日$/

/** A day whose month has a name, or of Japan: "3 Nov 2023", "November 3, 2023", "3. März 2023", "3 de noviembre de 2023", "2023年11月3日". */
function namedDay(text: string): string | null {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim()
  const east = japanese.exec(plain)
  if (east) return `${east[1]}-${two(east[2])}-${two(east[3])}`
  const [, day, name, year] = dayFirst.exec(plain) ?? []
  const [, otherName, otherDay, otherYear] = name === undefined ? (monthFirst.exec(plain) ?? []) : []
  const month = months.get(name ?? otherName ?? '')
  return month === undefined ? null : `${year ?? otherYear}-${two(String(month))}-${two(day ?? otherDay)}`
}

const two = (text: string | undefined) => String(text).padStart(2, '0')
const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/
const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:[T ].*)?$/
/** What one half of the world writes with the day first, and the other with the month. */
const ordered = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4})(?:[T ].*)?$/

/** The only order in which it can be a day; `both` for one that is another day in the other order, null for what has none. */
function orderOf(text: string): DateOrder | 'both' | null {
  const parts = ordered.exec(text)
  if (!parts) return null
  const [first, second] = [Number(parts[1]), Number(parts[3])]
  if (second > 12) return 'mdy'
  return first > 12 || first === second ? 'dmy' : 'both'
}

/** Whether the day is ambiguous. */
export const isTwoDays = (text: string, order: DateOrder | undefined): boolean => order === undefined && orderOf(text) === 'both'

/** A day as lists have it, as YYYY-MM-DD; what is none stays as it is. */
export function readDay(text: string, order: DateOrder | undefined): string {
  const year = iso.exec(text)
  if (year) return `${year[1]}-${two(year[2])}-${two(year[3])}`
  const dots = dotted.exec(text)
  if (dots) return `${dots[3]}-${two(dots[2])}-${two(dots[1])}`
  const named = namedDay(text)
  if (named) return named
  const parts = ordered.exec(text)
  const by = order ?? orderOf(text)
  if (!parts || by === 'both') return text
  const [month, day] = by === 'mdy' ? [parts[1], parts[3]] : [parts[3], parts[1]]
  return `${parts[4]}-${two(month)}-${two(day)}`
}

/** What days of one list have in common: the first of them that can be read in one order only says it for all. Null where none needs it. */
export function recogniseDateOrder(values: readonly string[]): DateOrder | 'open' | null {
  const orders = values.flatMap((text) => (isSameDay(text) ? [] : (orderOf(text) ?? [])))
  const sure = orders.find((order) => order !== 'both')
  return sure ?? (orders.length > 0 ? 'open' : null)
}

/** 05/05/2026 is the same day in both orders, and tells nothing about other rows. */
function isSameDay(text: string): boolean {
  const parts = ordered.exec(text)
  return parts !== null && Number(parts[1]) === Number(parts[3])
}
