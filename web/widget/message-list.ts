import type { ChatMessage } from '@imperium/contract/chat.ts'
import { el } from './dom.ts'
import { linkTo, renderMarkdown } from './markdown.ts'
import type { Texts } from './texts.ts'

/** What was said, each message once, and the answer that is being written below it. */
export function createMessageList(texts: Texts) {
  const shown = new Set<string>()
  const log = el('div', { class: 'log', role: 'log', 'aria-live': 'polite' })
  // Read out when it is complete, as a message of the log.
  const pending = el('div', { class: 'pending message', 'aria-hidden': 'true', hidden: true })
  const scroll = el('div', { class: 'scroll', tabindex: '0' }, log, pending)
  let part = ''
  let text = ''

  const isAtEnd = () => scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 80
  const toEnd = () => {
    scroll.scrollTop = scroll.scrollHeight
  }
  const keepAtEnd = (change: () => void) => {
    const follows = isAtEnd()
    change()
    if (follows) toEnd()
  }
  const nameOf = ({ from, sender }: Pick<ChatMessage, 'from' | 'sender'>) =>
    from === 'visitor' ? texts.you : from === 'agent' ? `${sender} · ${texts.agent}` : sender

  function bubble({ from, sender, text: source, sources }: Omit<ChatMessage, 'id' | 'at'>): HTMLElement[] {
    const body = el('div', { class: 'bubble' }, from === 'visitor' ? source : renderMarkdown(source))
    const cited = sources.map(({ number, title, url }) => el('li', {}, `[${number}] `, url ? linkTo(url, title) : title))
    const list = cited.length > 0 ? [el('ul', { class: 'sources', 'aria-label': texts.sources }, ...cited)] : []
    return [el('div', { class: 'who' }, nameOf({ from, sender })), body, ...list]
  }

  return {
    element: scroll,
    toEnd,
    /** False for a message that is there already. */
    add: (message: ChatMessage): boolean => {
      if (shown.has(message.id)) return false
      shown.add(message.id)
      keepAtEnd(() => {
        log.append(el('div', { class: 'message', 'data-from': message.from }, ...bubble(message)))
        if (message.from !== 'visitor') pending.hidden = true
      })
      if (message.from === 'visitor') toEnd()
      return true
    },
    welcome: (sender: string, words: string) =>
      log.prepend(el('div', { class: 'message', 'data-from': 'agent' }, ...bubble({ from: 'agent', sender, text: words, sources: [] }))),
    /** The answer so far; null: there is none in the making. */
    write: (sender: string, delta: { part: string; delta: string } | null) =>
      keepAtEnd(() => {
        if (delta === null) {
          pending.hidden = true
          part = text = ''
          return
        }
        if (delta.part !== part) text = ''
        part = delta.part
        text += delta.delta
        const body = text ? renderMarkdown(text) : el('span', { class: 'dots' }, texts.typing)
        pending.replaceChildren(el('div', { class: 'who' }, nameOf({ from: 'agent', sender })), el('div', { class: 'bubble' }, body))
        pending.hidden = false
      }),
    clear: () => {
      shown.clear()
      log.replaceChildren()
      pending.hidden = true
    },
  }
}
