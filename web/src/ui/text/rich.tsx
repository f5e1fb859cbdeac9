import { cloneElement } from 'react'
import type { ReactElement } from 'react'

interface RichProps {
  /** A text from `t` in which `<name>words</name>` marks the words inside an element. */
  text: string
  /** The empty element for each tag name: `{ terms: <Link to="/terms" /> }`. */
  tags: Record<string, ReactElement>
}

/** A sentence with links or emphasis, translated as a whole: word order differs between languages. Unknown tags stay text. */
export function Rich({ text, tags }: RichProps) {
  // In each group of three parts, the second is a tag's name and the third its text.
  const parts = text.split(/<(\w+)>(.*?)<\/\1>/g)
  return parts.map((part, at) => {
    if (at % 3 === 0) return part
    if (at % 3 === 2) return null
    const [texts = '', tag] = [parts[at + 1], tags[part]]
    if (!tag) return `<${part}>${texts}</${part}>`
    return texts === '' ? cloneElement(tag, { key: at }) : cloneElement(tag, { key: at }, texts)
  })
}
