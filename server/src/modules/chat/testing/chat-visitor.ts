import { expect } from 'vitest'
import type { AgentChat, ChatEvent, ChatThread, SentChatMessage } from '@imperium/contract/chat.ts'
import { until } from '../../../testing/test-runs.ts'
import type { TestApp } from '../../../testing/test-app.ts'

export const chatSettings = {
  enabled: true,
  hasPage: true,
  title: 'Ask us',
  welcome: 'Hello!',
  accent: null,
  origins: ['https://shop.example'],
  perHour: 200,
  dailyBudgetMicros: null,
  openingHours: null,
  handsOver: true,
  mailsTranscript: true,
}

export async function publish(t: TestApp, token: string, agentId: string, change: object = {}): Promise<AgentChat> {
  const { status, body } = await t.call<AgentChat>('PUT', `/api/agents/${agentId}/chat`, { token, body: { ...chatSettings, ...change } })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

/** A visitor of a website that shows the chat. */
export async function visit(t: TestApp, publicId: string, origin: string | null = 'https://shop.example') {
  const headers: Record<string, string> = origin === null ? {} : { origin }
  const ask = async <T>(method: 'GET' | 'POST', path: string, body?: object) => {
    const response = await t.app.inject({
      method,
      url: `/api/public/chats/${publicId}${path}`,
      headers,
      ...(body ? { payload: body } : {}),
    })
    return { status: response.statusCode, headers: response.headers, body: response.json<{ data: T; message?: string; code?: string }>() }
  }
  const started = await ask<{ token: string }>('POST', '/sessions', { language: 'de' })
  if (started.status === 201) headers['x-chat-token'] = started.body.data.token
  const thread = async () => (await ask<ChatThread>('GET', '/messages')).body.data
  const send = (text: string, key: string = crypto.randomUUID()) => ask<SentChatMessage>('POST', '/messages', { text, key })
  return {
    started,
    headers,
    ask,
    send,
    thread,
    /** Sends, and waits until the agent has answered. */
    talk: async (text: string): Promise<ChatThread> => {
      const { status, body } = await send(text)
      expect(status, JSON.stringify(body)).toBe(201)
      return until(async () => {
        const now = await thread()
        return !now.status.isAnswering && now
      })
    },
    /** Events of the stream until one of them is the last that is wanted. */
    follow: async (isLast: (event: ChatEvent) => boolean, after?: string): Promise<ChatEvent[]> => {
      const response = await t.app.inject({
        method: 'GET',
        url: `/api/public/chats/${publicId}/events${after ? `?after=${after}` : ''}`,
        headers,
        payloadAsStream: true,
      })
      expect(response.statusCode).toBe(200)
      const events: ChatEvent[] = []
      let text = ''
      for await (const chunk of response.stream()) {
        text += String(chunk)
        const frames = text.split('\n\n')
        text = frames.pop() ?? ''
        events.push(...frames.flatMap((frame) => /^data: (.*)$/m.exec(frame)?.[1] ?? []).map((data) => JSON.parse(data) as ChatEvent))
        if (events.some(isLast)) break
      }
      return events
    },
  }
}
