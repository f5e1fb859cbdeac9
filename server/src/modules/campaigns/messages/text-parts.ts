import { replaceTextLinks } from '@imperium/contract/channels/text-links.ts'

// Private-use characters that no font has. Not Liquid: marks inside `raw` or a value are found, too.
const begin = '\uE002'
const end = '\uE003'
const marks = /[\uE002\uE003]/g

/** A text template with its fixed addresses marked, those that the table of links knows, for `leadTextLinks` to find them. */
export function markTextLinks(source: string, links: readonly string[]): string {
  const numbers = new Map(links.map((url, index) => [url, index + 1]))
  return replaceTextLinks(source.replace(marks, ''), (url) => {
    const number = numbers.get(url)
    return number === undefined ? null : `${begin}${number}${end}`
  })
}

/** The rendered text, with an address in place of each mark. */
export const leadTextLinks = (text: string, lead: (link: number) => string): string =>
  text.replace(/\uE002(\d{1,5})\uE003/g, (_mark, number: string) => lead(Number(number))).replace(marks, '')
