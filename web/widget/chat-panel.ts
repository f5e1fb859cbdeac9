import type { ChatDescription } from '@imperium/contract/chat.ts'
import { el, icon } from './dom.ts'
import { createMessageList } from './message-list.ts'
import type { Texts } from './texts.ts'

export interface PanelActions {
  send: (text: string) => void
  askPerson: () => void
  leaveEmail: (email: string) => void
  mailTranscript: (email: string) => void
  proveAddress: (code: string) => void
  restart: () => void
  close: () => void
}

export type ChatPanel = ReturnType<typeof createPanel>

/** The window of the chat: what it shows, and what a visitor can do. It knows no server. */
export function createPanel(
  about: ChatDescription,
  texts: Texts,
  actions: PanelActions,
  { isPage, language }: { isPage: boolean; language: string },
) {
  const list = createMessageList(texts)
  const speaker = el('small', {}, texts.ai)
  const note = el('p', { class: 'note', role: 'status' })
  const input = el('textarea', { rows: '1', maxlength: '2000', placeholder: texts.write, 'aria-label': texts.write })
  const send = el('button', { type: 'submit', class: 'main' }, texts.send)
  const submit = () => {
    const text = input.value.trim()
    if (text && !send.disabled) actions.send(text)
  }
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    submit()
  })
  const form = el(
    'form',
    {
      class: 'row',
      submit: (event) => {
        event.preventDefault()
        submit()
      },
    },
    input,
    send,
  )
  const emailPart = el('div', { hidden: true })
  const person = el('button', { type: 'button', click: () => actions.askPerson() }, texts.person)
  const foot = el('div', { class: 'foot', hidden: !about.handsOver }, person)
  const tool = (name: Parameters<typeof icon>[0], label: string, click: () => void) =>
    el('button', { type: 'button', class: 'tool', title: label, 'aria-label': label, click }, icon(name))
  const mail = tool('mail', texts.transcript, () => askEmail(texts.transcript, (email) => actions.mailTranscript(email)))
  const restart = tool('restart', texts.restart, () => actions.restart())
  const header = el(
    'header',
    {},
    el(isPage ? 'h1' : 'h2', {}, about.title, speaker),
    mail,
    restart,
    ...(isPage ? [] : [tool('close', texts.close, () => actions.close())]),
  )
  const panel = el(
    isPage ? 'main' : 'section',
    { class: 'panel', lang: language, 'aria-label': about.title, ...(isPage ? {} : { role: 'dialog' }) },
    header,
    list.element,
    note,
    emailPart,
    form,
    foot,
  )
  list.element.setAttribute('aria-label', about.title)
  const greet = () => {
    if (about.welcome) list.welcome(about.agent, about.welcome)
  }
  greet()

  const askEmail = (label: string, done: (email: string) => void) =>
    ask({ type: 'email', autocomplete: 'email', maxlength: '254', placeholder: texts.email }, label, done)

  /** Asks for one thing in place of the message. */
  function ask(attributes: Record<string, string>, label: string, done: (text: string) => void): void {
    const field = el('input', { ...attributes, required: true, id: 'asked' })
    const end = () => {
      emailPart.hidden = true
      emailPart.replaceChildren()
      form.hidden = false
      input.focus()
    }
    emailPart.replaceChildren(
      el(
        'form',
        {
          class: 'ask',
          submit: (event) => {
            event.preventDefault()
            const text = field.value.trim()
            end()
            done(text)
          },
        },
        el('label', { for: 'asked' }, label),
        el(
          'div',
          {},
          field,
          el('button', { type: 'submit', class: 'main' }, texts.leave),
          el('button', { type: 'button', class: 'plain', click: end }, texts.cancel),
        ),
      ),
    )
    emailPart.hidden = false
    form.hidden = true
    field.focus()
  }

  return {
    element: panel,
    list,
    input,
    /** The code that was mailed to the visitor's address. */
    askCode: () =>
      ask(
        { type: 'text', inputmode: 'numeric', autocomplete: 'one-time-code', pattern: '[0-9]{6}', maxlength: '6', placeholder: texts.code },
        texts.enterCode,
        (code) => actions.proveAddress(code),
      ),
    askEmail: () => askEmail(texts.closed, (email) => actions.leaveEmail(email)),
    say: (text: string, tone: 'info' | 'bad' = 'info') => {
      note.textContent = text
      note.dataset['tone'] = tone
    },
    /** What can be done now. */
    update: ({ isBusy, state, person: name, hasSession }: { isBusy: boolean; state: string; person: string; hasSession: boolean }) => {
      send.disabled = isBusy
      speaker.textContent = state === 'person' && name ? texts.withPerson.replace('{name}', () => name) : texts.ai
      const hadFocus = person.matches(':focus')
      foot.hidden = !about.handsOver || state !== 'agent'
      if (hadFocus && foot.hidden) input.focus()
      mail.hidden = !about.mailsTranscript || !hasSession
      restart.hidden = !hasSession
    },
    clear: () => {
      list.clear()
      greet()
    },
  }
}
