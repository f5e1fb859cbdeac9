import { useEffect, useRef } from 'react'

const blocks = 'p, li, td, pre, h1, h2, h3, h4, [data-passage]'
const plain = (text: string): string =>
  text
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
/** Enough words to know the place; a passage may go on in the next block. */
const comparedLength = 60

/** How much of the passage's start a block has; a heading may begin like the passage below it, so the longest wins. */
function commonLength(wanted: string, own: string): number {
  if (own === '') return 0
  if (own.startsWith(wanted.slice(0, comparedLength))) return comparedLength
  return wanted.startsWith(own) ? Math.min(own.length, comparedLength - 1) : 0
}

/** Scrolls to the block in which a passage starts and marks it, as soon as the text is there. Returns the ref of the text. */
export function useQuote(quote: string | undefined) {
  const text = useRef<HTMLElement>(null)
  useEffect(() => {
    const root = text.current
    const wanted = plain(quote ?? '')
    if (!root || wanted === '') return
    const show = (): boolean => {
      const matches = [...root.querySelectorAll<HTMLElement>(blocks)].map((block) => ({
        block,
        length: commonLength(wanted, plain(block.textContent)),
      }))
      const [best] = matches.filter(({ length }) => length > 0).toSorted((a, b) => b.length - a.length)
      if (!best) return false
      best.block.dataset['quoted'] = 'true'
      best.block.scrollIntoView({ block: 'center' })
      return true
    }
    if (show()) return
    // The Markdown parser is a chunk of its own: the text comes later.
    const observer = new MutationObserver(() => show() && observer.disconnect())
    observer.observe(root, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [quote])
  return text
}
