import { cloneElement } from 'react'
import type { ReactElement } from 'react'

interface RichProps {
  /** What `t` gave: text in which `<name>words</name>` marks the words that stand in an element. */
  text: string
  /** By name the empty element that takes the words: `{ terms: <Link to="/terms" /> }`. */
  tags: Record<string, ReactElement>
}

/** A sentence with links or emphasis in it, translated as one: word order differs between languages. Unknown tags stay text. */
export function Rich({ text, tags }: RichProps) {
  // Of each three parts the second is a tag's name and the third its words.
  const parts = text.split(/<(\w+)>(.*?)<\/\1>/g)
  return parts.map((part, at) => {
    if (at % 3 === 0) return part
    if (at % 3 === 2) return null
    const [words = '', tag] = [parts[at + 1], tags[part]]
    if (!tag) return `<${part}>${words}</${part}>`
    return words === '' ? cloneElement(tag, { key: at }) : cloneElement(tag, { key: at }, words)
  })
}
