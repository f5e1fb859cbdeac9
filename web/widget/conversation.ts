import type { ChatDescription, ChatMessage, ChatStatus } from '@imperium/contract/chat.ts'
import { ChatError } from './chat-client.ts'
import type { ChatClient } from './chat-client.ts'
import type { ChatPanel } from './chat-panel.ts'
import type { Texts } from './texts.ts'

const firstWaitMs = 1_000
const longestWaitMs = 30_000

export interface ConversationOptions {
  client: ChatClient
  texts: Texts
  about: ChatDescription
  /** A message came that the visitor has not written. */
  received: () => void
}

/** The visitor's conversation: what goes to the server, what comes from it, and how the panel follows. */
export function createConversation({ client, texts, about, received }: ConversationOptions) {
  let panel: ChatPanel
  let status: ChatStatus = { state: 'agent', isAnswering: false, hasFailed: false, isOpen: about.isOpen, hasEmail: false }
  let last: string | null = null
  let person = ''
  let isSending = false
  let stream: AbortController | null = null

  const refresh = () => {
    const isBusy = isSending || (status.state === 'agent' && status.isAnswering)
    panel.update({ isBusy, state: status.state, person, hasSession: client.hasSession() })
    if (!status.isAnswering || status.state !== 'agent') panel.list.write(about.agent, null)
  }

  function take(message: ChatMessage): void {
    if (!panel.list.add(message)) return
    if (last === null || message.id > last) last = message.id
    if (message.from === 'person') person = message.sender
    if (message.from !== 'visitor') received()
  }

  function follow(next: ChatStatus): void {
    const before = status
    status = next
    if (next.hasFailed) panel.say(texts.failed, 'bad')
    else if (next.state === 'waiting') panel.say(next.isOpen ? texts.waiting : next.hasEmail ? texts.left : texts.closed)
    else if (before.state !== next.state || before.hasFailed) panel.say('')
    if (next.isAnswering && !before.isAnswering) panel.list.write(about.agent, { part: '', delta: '' })
    refresh()
    if (next.state === 'waiting' && before.state !== 'waiting' && !next.isOpen && !next.hasEmail) panel.askEmail()
  }

  const textOfError = (error: unknown): string => {
    const code = error instanceof ChatError ? error.status : 0
    if (code === 429) return texts.busy
    if (code === 404 || code === 403) return texts.gone
    return code === 0 ? texts.offline : texts.error
  }

  async function attempt(work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      panel.say(textOfError(error), 'bad')
      return false
    }
  }

  /** Follows the conversation until it is closed, and connects again after a lost connection. */
  async function connect(): Promise<void> {
    if (stream || !client.hasSession()) return
    const own = (stream = new AbortController())
    let waitMs = firstWaitMs
    while (!own.signal.aborted) {
      try {
        for await (const event of client.follow(last, own.signal)) {
          waitMs = firstWaitMs
          if (event.type === 'message') take(event.message)
          else if (event.type === 'status') follow(event.status)
          else panel.list.write(about.agent, event)
        }
      } catch (error) {
        if (own.signal.aborted) return
        const code = error instanceof ChatError ? error.status : 0
        if (code === 401 || code === 403 || code === 404) {
          if (code !== 401) panel.say(texts.gone, 'bad')
          break
        }
        if (waitMs > firstWaitMs) panel.say(texts.offline, 'bad')
      }
      await new Promise((resolve) => setTimeout(resolve, waitMs))
      waitMs = Math.min(waitMs * 2, longestWaitMs)
    }
    if (stream === own) stream = null
  }

  function disconnect(): void {
    stream?.abort()
    stream = null
  }

  const afterCall = (next: ChatStatus) => {
    follow(next)
    void connect()
  }

  return {
    show: (shown: ChatPanel) => {
      panel = shown
      refresh()
    },
    /** What was said on an earlier page, and all that follows. */
    open: async (): Promise<void> => {
      if (!client.hasSession() || stream) return
      await attempt(async () => {
        try {
          const thread = await client.thread()
          for (const message of thread.messages) take(message)
          panel.list.toEnd()
          afterCall(thread.status)
        } catch (error) {
          // An ended conversation is begun anew with the next message.
          if (!(error instanceof ChatError) || error.status !== 401) throw error
          refresh()
        }
      })
    },
    /** A closed panel goes on only while a person is waited for. */
    close: () => {
      if (status.state === 'agent') disconnect()
    },
    send: async (text: string): Promise<void> => {
      if (isSending) return
      isSending = true
      panel.say('')
      refresh()
      const key = crypto.randomUUID()
      await attempt(async () => {
        const send = () => client.send(text, key)
        // A token that has run out is replaced once.
        const sent = await send().catch((error: unknown) => {
          if (error instanceof ChatError && error.status === 401) return send()
          throw error
        })
        panel.input.value = ''
        take(sent.message)
        afterCall(sent.status)
        if (sent.notice) panel.say(texts[sent.notice], 'bad')
      })
      isSending = false
      refresh()
    },
    askPerson: async (email: string | null): Promise<void> => {
      await attempt(async () => afterCall(await client.askPerson(email)))
    },
    mailTranscript: async (email: string): Promise<void> => {
      await attempt(async () => {
        const { status: next, asksCode } = await client.mailTranscript(email)
        follow(next)
        panel.say(asksCode ? texts.codeSent : texts.mailed)
        if (asksCode) panel.askCode()
      })
    },
    proveAddress: async (code: string): Promise<void> => {
      try {
        follow(await client.proveAddress(code))
        panel.say(texts.mailed)
      } catch (error) {
        const isWrong = error instanceof ChatError && error.status === 422
        panel.say(isWrong ? texts.wrongCode : textOfError(error), 'bad')
        if (isWrong) panel.askCode()
      }
    },
    restart: (): void => {
      disconnect()
      client.forget()
      last = null
      person = ''
      status = { state: 'agent', isAnswering: false, hasFailed: false, isOpen: about.isOpen, hasEmail: false }
      panel.clear()
      panel.say('')
      refresh()
      panel.input.focus()
    },
  }
}
