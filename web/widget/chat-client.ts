import type { ChatDescription, ChatEvent, ChatStatus, ChatThread, RequestedTranscript, SentChatMessage } from '@imperium/contract/chat.ts'

export class ChatError extends Error {
  readonly status: number
  constructor(status: number) {
    super(`chat ${status}`)
    this.status = status
  }
}

/** Where the visitor's token is kept; a page may forbid its scripts to store anything. */
function storeOf(key: string) {
  let kept: string | null = null
  return {
    read: (): string | null => {
      try {
        return localStorage.getItem(key) ?? kept
      } catch {
        return kept
      }
    },
    write: (value: string | null): void => {
      kept = value
      try {
        if (value === null) localStorage.removeItem(key)
        else localStorage.setItem(key, value)
      } catch {
        // Kept for this page alone.
      }
    },
  }
}

export type ChatClient = ReturnType<typeof createClient>

/** The visitor's side of the public operations of a chat. */
export function createClient(host: string, agent: string, language: string) {
  const base = `${host}/api/public/chats/${agent}`
  const token = storeOf(`imperium-chat:${agent}`)

  async function request(method: 'GET' | 'POST', path: string, body?: object, signal?: AbortSignal): Promise<Response> {
    const known = token.read()
    const response = await fetch(base + path, {
      method,
      credentials: 'omit',
      headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...(known ? { 'x-chat-token': known } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      ...(signal ? { signal } : {}),
    })
    if (!response.ok) {
      if (response.status === 401) token.write(null)
      throw new ChatError(response.status)
    }
    return response
  }

  const read = async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> =>
    ((await (await request(method, path, body)).json()) as { data: T }).data

  async function begin(): Promise<void> {
    if (token.read() !== null) return
    token.write((await read<{ token: string }>('POST', '/sessions', { language })).token)
  }

  return {
    hasSession: () => token.read() !== null,
    forget: () => token.write(null),
    describe: () => read<ChatDescription>('GET', ''),
    thread: () => read<ChatThread>('GET', '/messages'),
    send: async (text: string, key: string): Promise<SentChatMessage> => {
      await begin()
      return read('POST', '/messages', { text, key })
    },
    askPerson: async (email: string | null): Promise<ChatStatus> => {
      await begin()
      return read('POST', '/person', { email })
    },
    mailTranscript: (email: string): Promise<RequestedTranscript> => read('POST', '/transcript', { email }),
    proveAddress: (code: string): Promise<ChatStatus> => read('POST', '/transcript/code', { code }),
    /** Events after a message, until the server ends the stream. */
    async *follow(after: string | null, signal: AbortSignal): AsyncGenerator<ChatEvent> {
      const response = await request('GET', `/events${after ? `?after=${after}` : ''}`, undefined, signal)
      const reader = response.body?.getReader()
      const decoder = new TextDecoder()
      let text = ''
      for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
        if (done) return
        text += decoder.decode(value, { stream: true })
        const frames = text.split('\n\n')
        text = frames.pop() ?? ''
        for (const frame of frames) {
          const data = /^data: (.*)$/m.exec(frame)?.[1]
          if (data) yield JSON.parse(data) as ChatEvent
        }
      }
    },
  }
}
