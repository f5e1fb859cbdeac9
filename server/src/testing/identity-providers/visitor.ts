import type { TestResponse, TestApp } from '../test-app.ts'

/** A minimal browser for sign-ins: keeps the product's cookies and follows redirects. */
export interface Visitor {
  call<T>(method: string, path: string, options?: { body?: unknown; token?: string }): Promise<TestResponse<T>>
  /** Follows a provider's page until it sends the browser back to the product; that address. */
  visit(url: string): Promise<string>
  /** Opens an address of the product; returns the redirect target as a path with its query. */
  open(url: string): Promise<URL>
  clearCookies(): void
}

export function openVisitor(t: TestApp): Visitor {
  const cookies = new Map<string, string>()
  const header = () => ({ cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') })
  const keep = (set: unknown) => {
    for (const line of [set ?? []].flat() as string[]) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) cookies.delete(pair.slice(0, at))
      else cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
  }
  return {
    call: async (method, path, { body, token } = {}) => {
      const reply = await t.call(method, path, { headers: header(), ...(body === undefined ? {} : { body }), ...(token ? { token } : {}) })
      keep(reply.headers['set-cookie'])
      return reply as never
    },
    visit: async (url) => followProvider(url, new URL(t.platform.config.publicUrl).origin),
    open: async (url) => {
      const { pathname, search } = new URL(url)
      const reply = await t.call('GET', pathname + search, { headers: header() })
      keep(reply.headers['set-cookie'])
      if (reply.status !== 303) throw new Error(`${pathname} answered ${reply.status}`)
      return new URL(String(reply.headers['location']), t.platform.config.publicUrl)
    },
    clearCookies: () => cookies.clear(),
  }
}

/** With the provider's own cookies, hop by hop. */
async function followProvider(start: string, home: string): Promise<string> {
  const jar = new Map<string, string>()
  let url = start
  for (let hops = 0; hops < 12; hops++) {
    if (new URL(url).origin === home) return url
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`${url} answered ${response.status}: ${(await response.text()).slice(0, 300)}`)
    url = new URL(location, url).href
  }
  throw new Error('the provider sends round in circles')
}
