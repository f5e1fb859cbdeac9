import type { MessageContent } from '../campaigns/campaigns.ts'
import type { Channel } from '../contacts/reach.ts'

/** Characters (a to z, 2 to 7) of the code by which a short link names a message. */
export const shortCodeLength = 12

/** Placeholder for a message code in a preview, with the same length as a real code. */
export const exampleCode = 'yourlinkhere'

/** The short link that replaces an address when clicks are counted. `link` is its number in the campaign's table of links. */
export const shortLink = (publicUrl: string, code: string, link: number): string => `${publicUrl}/l/${code}${link}`

const longest = 2_000

// Liquid, or an address up to what cannot be part of one. Japanese writes on behind its own punctuation without a space.
const pieces = /\{\{[^{}]*\}\}|\{%[^{}]*%\}|https?:\/\/[^\s<>"`{}\\^|\u3000-\u303F\uE000-\uF8FF\uFF00-\uFF65]+/gi
/** Liquid that trims the whitespace before it joins its output to the address. */
const joined = /\s*\{[{%]-/y
const tail = /[.,;:!?'*~…’”»]/
const openings: Record<string, string> = { ')': '(', ']': '[' }

const count = (text: string, character: string): number => text.split(character).length - 1

/** Without what ends a sentence, emphasis or brackets around the address. */
function withoutTail(text: string): string {
  let url = text
  for (;;) {
    const last = url.at(-1) ?? ''
    const opening = openings[last]
    if (!tail.test(last) && (opening === undefined || count(url, last) <= count(url, opening))) return url
    url = url.slice(0, -1)
  }
}

/** The fixed address in a piece of a template; null for Liquid, and for an address that Liquid makes or continues. */
function addressOf(source: string, piece: string, at: number): string | null {
  if (piece.startsWith('{') || piece.length > longest) return null
  const end = at + piece.length
  joined.lastIndex = end
  if (/[{}]/.test(source.charAt(end)) || joined.test(source)) return null
  const url = withoutTail(piece)
  return URL.canParse(url) ? url : null
}

/** Replaces each fixed http(s) address of a text that contains Liquid; null keeps it. */
export const replaceTextLinks = (source: string, put: (url: string) => string | null): string =>
  source.replace(pieces, (piece, at: number) => {
    const url = addressOf(source, piece, at)
    const instead = url === null ? null : put(url)
    return url === null || instead === null ? piece : instead + piece.slice(url.length)
  })

/** The fixed http(s) addresses of a text with Liquid in it, in order, each once. */
export function textLinksOf(source: string): string[] {
  const found = new Set<string>()
  replaceTextLinks(source, (url) => {
    found.add(url)
    return null
  })
  return [...found]
}

type Texts = Pick<MessageContent, 'text' | 'whatsappTemplateId' | 'whatsappVariables'>

/** The parts of a message in which addresses become short links: texts without markup. */
export function linkedTexts(channel: Channel, { text, whatsappTemplateId, whatsappVariables }: Texts): readonly string[] {
  if (channel === 'sms') return [text]
  if (channel === 'whatsapp') return whatsappTemplateId === null ? [text] : whatsappVariables
  return []
}

/** The addresses of all variants of a text message, each once; the number of one is its place, from 1. */
export const linksOfTexts = (channel: Channel, contents: readonly Texts[]): string[] => [
  ...new Set(contents.flatMap((content) => linkedTexts(channel, content)).flatMap(textLinksOf)),
]
