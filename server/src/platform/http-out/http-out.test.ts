import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { EgressError } from './egress-error.ts'
import { createHttpOut, type HttpOut, type HttpOutOptions } from './http-out.ts'

const servers: Server[] = []
const clients: HttpOut[] = []

const listen = async (handler: RequestListener): Promise<{ port: number; url: string; server: Server }> => {
  const server = createServer(handler)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}`, server }
}

const open = (options: Partial<HttpOutOptions> = {}): HttpOut => {
  const http = createHttpOut({ allow: ['127.0.0.1'], ...options })
  clients.push(http)
  return http
}

const reasonOf = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof EgressError ? error.reason : `no EgressError: ${String(error)}`
}

afterEach(async () => {
  await Promise.all(clients.splice(0).map((http) => http.close()))
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** R26: spellings that a URL parser or resolver turns into an inside address. */
const INSIDE = [
  'http://127.0.0.1',
  'http://127.1',
  'http://127.0.1',
  'http://2130706433',
  'http://0x7f000001',
  'http://0x7f.0.0.1',
  'http://0x7f.1',
  'http://017700000001',
  'http://0177.0.0.1',
  'http://0177.1',
  'http://127.0.0.1.',
  'http://127.0.0.01',
  'http://１２７.0.0.1',
  'http://127。0。0。1',
  'http://%31%32%37.0.0.1',
  'http://0',
  'http://0.0.0.0',
  'http://[::]',
  'http://[::1]',
  'http://[0:0:0:0:0:0:0:1]',
  'http://[::ffff:127.0.0.1]',
  'http://[::ffff:7f00:1]',
  'http://[::127.0.0.1]',
  'http://[::ffff:0:127.0.0.1]',
  'http://[64:ff9b::127.0.0.1]',
  'http://[64:ff9b::7f00:1]',
  'http://[64:ff9b:1::7f00:1]',
  'http://[2002:7f00:1::]',
  'http://[2001::1]',
  'http://[fe80::1]',
  'http://[fc00::1]',
  'http://[fd00:ec2::254]',
  'http://[ff02::1]',
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166',
  'http://0xa9fea9fe',
  'http://0251.0376.0251.0376',
  'http://[::ffff:169.254.169.254]',
  'http://100.100.100.200',
  'http://168.63.129.16',
  'http://10.0.0.1',
  'http://172.16.0.1',
  'http://192.168.0.1',
  'http://100.64.0.1',
  'http://198.18.0.1',
  'http://224.0.0.1',
  'http://255.255.255.255',
  'http://localhost',
  'http://LOCALHOST.',
  'http://foo.localhost',
]

describe('inside addresses (SEC-27, R26)', () => {
  const resolve = (hostname: string) => Promise.resolve(/localhost\.?$/i.test(hostname) ? [{ address: '127.0.0.1', family: 4 }] : [])

  it.each(INSIDE)('refuses %s', async (url) => {
    const http = open({ allow: [], resolve })
    expect(await reasonOf(http.fetch(url))).toBe('blocked_address')
    expect(await reasonOf(http.checkUrl(url))).toBe('blocked_address')
  })

  it.each([
    'file:///etc/passwd',
    'ftp://example.com',
    'gopher://127.0.0.1',
    'data:text/plain,x',
    'javascript:1',
    'http://',
    'x',
    'http://user:pass@example.com',
    'http://user@example.com',
  ])('refuses the form of %s', async (url) => {
    expect(await reasonOf(open().fetch(url))).toBe('invalid_url')
    expect(await reasonOf(open().checkUrl(url))).toBe('invalid_url')
  })

  it('reports the same for an open and a closed port and never connects', async () => {
    let connections = 0
    const { port, server } = await listen((_, response) => response.end())
    server.on('connection', () => (connections += 1))
    const http = open({ allow: [] })
    for (const to of [port, 1]) {
      await expect(http.fetch(`http://127.0.0.1:${to}`)).rejects.toMatchObject({
        publicMessage: 'This address is not reachable from here. The operator can allow it with EGRESS_ALLOW.',
      })
    }
    expect(connections).toBe(0)
  })

  it('connects to the one address it checked, whatever the resolver returns next (R28)', async () => {
    const { port, url } = await listen((_, response) => response.end('inside'))
    let requested = 0
    const rebinding = open({
      allow: [],
      resolve: () => Promise.resolve([{ address: requested++ === 0 ? '203.0.113.9' : '127.0.0.1', family: 4 }]),
    })
    expect(await reasonOf(rebinding.fetch(`http://rebind.test:${port}`))).toBe('blocked_address')
    expect(await reasonOf(rebinding.fetch(`http://rebind.test:${port}`))).toBe('blocked_address')
    expect(requested).toBe(2)

    const once = open({ allow: ['named.test'], resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]) })
    expect(await (await once.fetch(url.replace('127.0.0.1', 'named.test'))).text()).toBe('inside')
  })

  it('drops the internal address of mixed DNS results', async () => {
    const { port } = await listen((_, response) => response.end('inside'))
    const responses = [
      { address: '127.0.0.1', family: 4 },
      { address: '127.0.0.2', family: 4 },
    ]
    const http = open({ allow: ['127.0.0.2'], resolve: () => Promise.resolve(responses) })
    // 127.0.0.1 listens and is not allowed; 127.0.0.2 is allowed and has no listener.
    expect(await reasonOf(http.fetch(`http://mixed.test:${port}`))).toBe('connect_failed')
  })

  it('names a host that does not exist', async () => {
    expect(await reasonOf(open({ resolve: () => Promise.reject(new Error('ENOTFOUND')) }).fetch('http://nowhere.test'))).toBe(
      'unknown_host',
    )
    expect(await reasonOf(open({ resolve: () => Promise.resolve([]) }).checkUrl('http://nowhere.test'))).toBe('unknown_host')
  })
})

describe('redirects (R27)', () => {
  const redirectTo =
    (location: () => string, status = 302): RequestListener =>
    (_, response) =>
      response.writeHead(status, { location: location() }).end()

  it('returns a redirect as the response unless asked to follow it', async () => {
    const { url } = await listen(redirectTo(() => 'http://127.0.0.1:1/'))
    expect((await open().fetch(url)).status).toBe(302)
  })

  it('checks every hop', async () => {
    const inside = await listen((_, response) => response.end('secret'))
    const outside = await listen(redirectTo(() => inside.url))
    const http = open({ allow: [`127.0.0.1:${outside.port}`] })
    expect(await reasonOf(http.fetch(outside.url, { maxRedirects: 3 }))).toBe('blocked_address')
    const named = await listen(redirectTo(() => 'file:///etc/passwd'))
    expect(await reasonOf(open().fetch(named.url, { maxRedirects: 3 }))).toBe('invalid_url')
  })

  it('leaves credentials behind when the origin changes, and keeps them when it does not', async () => {
    const seen: IncomingMessage['headers'][] = []
    const last = await listen((request, response) => {
      seen.push(request.headers)
      response.end('done')
    })
    const first = await listen((request, response) => {
      if (request.url === '/') response.writeHead(307, { location: '/again' }).end()
      else {
        seen.push(request.headers)
        response.writeHead(307, { location: last.url }).end()
      }
    })
    const headers = { authorization: 'Bearer x', 'x-api-key': 'y', cookie: 'z', accept: 'text/plain' }
    const response = await open().fetch(first.url, { method: 'POST', body: '{}', headers, maxRedirects: 5 })
    expect(await response.text()).toBe('done')
    expect(seen[0]).toMatchObject(headers)
    expect(seen[1]).toMatchObject({ accept: 'text/plain' })
    expect(Object.keys(seen[1] ?? {})).not.toEqual(expect.arrayContaining(['authorization']))
    expect(seen[1]).not.toHaveProperty('x-api-key')
    expect(seen[1]).not.toHaveProperty('cookie')
  })

  it('stops after the allowed number', async () => {
    const { url } = await listen(redirectTo(() => '/'))
    expect(await reasonOf(open().fetch(url, { maxRedirects: 3 }))).toBe('too_many_redirects')
  })
})

describe('bounds', () => {
  it('sends method, headers and body and streams the response', async () => {
    const { url } = await listen((request, response) => {
      response.setHeader('x-method', request.method ?? '')
      response.setHeader('x-host', request.headers.host ?? '')
      response.write('first ')
      setTimeout(() => request.pipe(response), 20)
    })
    const response = await open().fetch(`${url}/path?a=1`, { method: 'POST', body: 'body', headers: { 'x-a': '1', host: 'other.test' } })
    expect(response.headers.get('x-method')).toBe('POST')
    expect(response.headers.get('x-host')).toBe(new URL(url).host)
    const pieces: string[] = []
    for await (const piece of response.body ?? []) pieces.push(Buffer.from(piece).toString())
    expect(pieces).toEqual(['first ', 'body'])
  })

  it('bounds the size, announced or not, and refuses compression', async () => {
    const { url } = await listen((request, response) => {
      if (request.url === '/announced') response.setHeader('content-length', 2000)
      if (request.url === '/gzip') response.setHeader('content-encoding', 'gzip').end(gzipSync('x'.repeat(2000)))
      else {
        response.write('x'.repeat(1000))
        response.end('x'.repeat(1000))
      }
    })
    const http = open()
    expect(await reasonOf(http.fetch(`${url}/announced`, { maxBytes: 1000 }))).toBe('too_large')
    expect(await reasonOf(http.fetch(url, { maxBytes: 1000 }).then((response) => response.text()))).toBe('too_large')
    expect(await reasonOf(http.fetch(`${url}/gzip`))).toBe('bad_response')
    expect(await (await http.fetch(url, { maxBytes: 2000 })).text()).toHaveLength(2000)
  })

  it('limits the time of a silent, a slow and a stalled response', async () => {
    const { url } = await listen((request, response) => {
      if (request.url === '/silent') return
      const timer = setInterval(() => response.write('.'), request.url === '/drip' ? 20 : 100_000)
      response.write('.')
      request.on('close', () => clearInterval(timer))
    })
    const http = open()
    expect(await reasonOf(http.fetch(`${url}/silent`, { timeoutMs: 100 }))).toBe('timeout')
    expect(await reasonOf(http.fetch(`${url}/silent`, { timeoutMs: 5000, idleTimeoutMs: 100 }))).toBe('timeout')
    expect(await reasonOf(http.fetch(`${url}/drip`, { timeoutMs: 200, idleTimeoutMs: 1000 }).then((response) => response.text()))).toBe(
      'timeout',
    )
    expect(await reasonOf(http.fetch(`${url}/stall`, { timeoutMs: 5000, idleTimeoutMs: 100 }).then((response) => response.text()))).toBe(
      'timeout',
    )
  })

  it('throws the reason of an aborted signal, before and during', async () => {
    const { url } = await listen((_, response) => void response.write('.'))
    const reason = new Error('cancelled by the user')
    await expect(open().fetch(url, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    const controller = new AbortController()
    const response = await open().fetch(url, { signal: controller.signal })
    const text = response.text()
    controller.abort(reason)
    await expect(text).rejects.toBe(reason)
  })

  it('distinguishes a refused connection from one cut after sending', async () => {
    const { url, port } = await listen((request, response) => {
      if (request.url === '/half') response.writeHead(200, { 'content-length': 10 }).write('half')
      setTimeout(() => request.socket.destroy(), 20)
    })
    const http = open()
    await expect(http.fetch('http://127.0.0.1:1')).rejects.toMatchObject({ reason: 'connect_failed', maybeSent: false })
    await expect(http.fetch(`http://127.0.0.1:${port}/cut`)).rejects.toMatchObject({ reason: 'cut', maybeSent: true })
    expect(await reasonOf(http.fetch(`${url}/half`).then((response) => response.text()))).toBe('cut')
  })

  it('keeps connections alive and survives an unread broken response', async () => {
    let connections = 0
    const { url, server } = await listen((request, response) => {
      if (request.url === '/broken') {
        response.writeHead(200, { 'content-length': 10 }).write('half')
        setTimeout(() => request.socket.destroy(), 5)
      } else if (request.url === '/none') response.writeHead(204).end()
      else response.end('ok')
    })
    server.on('connection', () => (connections += 1))
    const http = open()
    for (let index = 0; index < 10; index += 1) await (await http.fetch(index % 2 ? url : `${url}/none`)).text()
    // Ten exchanges, and at most one extra connection: a response without a body frees its connection a moment later.
    expect(connections).toBeLessThanOrEqual(2)
    await http.fetch(`${url}/broken`)
    await sleep(50)
    expect(await (await http.fetch(url)).text()).toBe('ok')
  })
})

describe('post', () => {
  const init = { headers: { 'content-type': 'application/json' }, body: '{"a":1}', timeoutMs: 2_000, maxBytes: 1_000 }

  it('sends the given request and reads the response', async () => {
    const seen: string[] = []
    const { url } = await listen((request, response) => {
      request.on('data', (chunk: Buffer) =>
        seen.push(`${request.method} ${request.url} ${request.headers['content-type']} ${chunk.toString()}`),
      )
      request.on('end', () => response.writeHead(202, { 'Retry-After': '7' }).end('grüß'))
    })
    const { status, headers, text } = await open().post(`${url}/hook?x=1`, init)
    expect([status, headers['retry-after'], text]).toEqual([202, '7', 'grüß'])
    expect(seen).toEqual(['POST /hook?x=1 application/json {"a":1}'])
  })

  it.each(INSIDE.slice(0, 40))('refuses %s', async (url) => {
    expect(['blocked_address', 'invalid_url', 'unknown_host']).toContain(await reasonOf(open({ allow: [] }).post(url, init)))
  })

  it('rejects a name that resolves to an internal address, and a non-web address', async () => {
    const http = open({ allow: [], resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
    expect(await reasonOf(http.post('http://inside.example/', init))).toBe('blocked_address')
    expect(await reasonOf(http.post('ftp://inside.example/', init))).toBe('invalid_url')
    expect(await reasonOf(http.post('http://me:secret@inside.example/', init))).toBe('invalid_url')
  })

  it('follows no redirect', async () => {
    let calls = 0
    const { url } = await listen((_request, response) => {
      calls += 1
      response.writeHead(307, { location: '/other' }).end()
    })
    expect(await open().post(url, init)).toMatchObject({ status: 307, text: '' })
    expect(calls).toBe(1)
  })

  it('keeps the status of a response that is too large or breaks off, and rejects a compressed one', async () => {
    const { url } = await listen(({ url: path }, response) => {
      if (path === '/large') return response.end('x'.repeat(5_000))
      if (path === '/zip') return response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'))
      response.writeHead(200, { 'content-length': '100' }).write('half')
      setTimeout(() => response.destroy(), 20)
      return undefined
    })
    const http = open()
    expect(await http.post(`${url}/large`, init)).toMatchObject({ status: 200, text: '' })
    expect(await http.post(`${url}/cut`, init)).toMatchObject({ status: 200, text: '' })
    expect(await reasonOf(http.post(`${url}/zip`, init))).toBe('bad_response')
  })

  it('reports whether a silent receiver may have acted', async () => {
    const { url } = await listen(() => undefined)
    const failed: unknown = await open()
      .post(url, { ...init, timeoutMs: 60 })
      .catch((error: unknown) => error)
    expect(failed).toMatchObject({ reason: 'timeout', maybeSent: true })
    const refused: unknown = await open()
      .post('http://127.0.0.1:1/', init)
      .catch((error: unknown) => error)
    expect(refused).toMatchObject({ reason: 'connect_failed', maybeSent: false })
  })
})
