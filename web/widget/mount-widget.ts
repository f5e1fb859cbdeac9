import { createClient } from './chat-client.ts'
import { createPanel } from './chat-panel.ts'
import { createConversation } from './conversation.ts'
import { addStyles, el, icon } from './dom.ts'
import { stylesOf } from './styles.ts'
import { chooseTexts } from './texts.ts'

export interface WidgetOptions {
  /** The origin of the server. */
  host: string
  /** The public id of the chat. */
  agent: string
  /** The chat fills the page instead of standing in its corner. */
  isPage: boolean
  languages: readonly string[]
}

/** Shows the chat on this page; nothing where it is turned off or this page may not show it. */
export async function mountWidget({ host, agent, isPage, languages }: WidgetOptions): Promise<HTMLElement | null> {
  const { language, texts } = chooseTexts(languages)
  const client = createClient(host, agent, language)
  const about = await client.describe().catch(() => null)
  if (!about) return null
  const place = document.createElement('imperium-chat')
  const root = place.attachShadow({ mode: 'open' })
  addStyles(root, stylesOf(/^#[0-9a-f]{6}$/i.test(about.accent) ? about.accent : '#3b46d6'))
  const frame = el('div', { class: isPage ? 'page' : '', lang: language })
  const dot = el('span', { class: 'dot', role: 'img', 'aria-label': texts.fresh, hidden: true })
  const launch = el(
    'button',
    {
      type: 'button',
      class: 'launch',
      'aria-expanded': 'false',
      'aria-label': `${texts.open}: ${about.title}`,
      click: () => setOpen(Boolean(panel.element.hidden)),
    },
    icon('chat'),
    dot,
  )
  const conversation = createConversation({
    client,
    texts,
    about,
    received: () => {
      if (panel.element.hidden) dot.hidden = false
    },
  })
  const panel = createPanel(
    about,
    texts,
    {
      send: (text) => void conversation.send(text),
      askPerson: () => void conversation.askPerson(null),
      leaveEmail: (email) => void conversation.askPerson(email),
      mailTranscript: (email) => void conversation.mailTranscript(email),
      proveAddress: (code) => void conversation.proveAddress(code),
      restart: () => conversation.restart(),
      close: () => setOpen(false),
    },
    { isPage, language },
  )
  function setOpen(isOpen: boolean): void {
    panel.element.hidden = !isOpen
    frame.classList.toggle('is-open', isOpen)
    launch.setAttribute('aria-expanded', String(isOpen))
    launch.setAttribute('aria-label', isOpen ? texts.close : `${texts.open}: ${about?.title ?? ''}`)
    if (isOpen) {
      dot.hidden = true
      panel.input.focus()
      void conversation.open()
    } else {
      conversation.close()
      launch.focus()
    }
  }
  panel.element.hidden = !isPage
  frame.append(panel.element, ...(isPage ? [] : [launch]))
  // A key that is pressed here is no shortcut of the page.
  frame.addEventListener('keydown', (event) => {
    event.stopPropagation()
    if (event.key === 'Escape' && !isPage && !panel.element.hidden) setOpen(false)
  })
  root.append(frame)
  document.body.append(place)
  conversation.show(panel)
  if (isPage) {
    panel.input.focus()
    await conversation.open()
  }
  return place
}
