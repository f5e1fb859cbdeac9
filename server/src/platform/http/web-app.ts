import { randomBytes } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../config/config.ts'
import { paymentProvider } from '../config/payment-provider.ts'
import { notFound } from '../errors.ts'
import type { Platform } from '../platform.ts'
import { escapeHtml } from '../text/escape-html.ts'
import { dressPage } from './dress-page.ts'
import { ownerOfHost } from './host-owners.ts'
import type { HostOwner } from './host-owners.ts'
import { withFacts } from './page-facts.ts'

const folder = resolve(import.meta.dirname, '../../../../web/dist')
const noncePlaceholder = '__CSP_NONCE__'

/** Serves the built web app: hashed assets are cached for a year, the page is never cached and gets a new nonce each time. */
export async function mountWebApp(app: FastifyInstance, platform: Platform): Promise<void> {
  const { config } = platform
  if (!existsSync(join(folder, 'index.html'))) {
    app.log.warn('the web app is not built; only the API answers')
    return
  }
  const page = withClaims(readFileSync(join(folder, 'index.html'), 'utf8'), config.landingClaims)
  const preloads = readPreloads()
  const checkout = paymentProvider(config) === 'razorpay' ? razorpayCheckout : noCheckout
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    index: false,
    // The build wrote them (scripts/build-web.mjs).
    preCompressed: true,
    setHeaders: (reply, path) => {
      if (/\/chat\/widget\.js(\.(br|gz))?$/.test(path)) reply.header('cross-origin-resource-policy', 'cross-origin')
      const immutable = path.includes('/assets/')
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=300')
    },
  })
  const files = listFiles()
  app.get('/*', { exposeHeadRoute: true }, async (request, reply) => {
    const { pathname } = new URL(request.url, 'http://page')
    if (files.has(pathname)) return reply.sendFile(pathname)
    // An unknown path that looks like a file must not return a page; nor may a wrong API path.
    if (/^\/api(\/|$)/i.test(pathname) || /\.[a-z0-9]{1,8}$/i.test(pathname) || pathname.includes('/.')) throw notFound()
    const token = /^\/preferences\/([\w-]+)$/.exec(pathname)?.[1]
    const owner = await ownerOfHost(platform, request.hostname)
    const own = withCustomDomain(withPreloads(page, pathname, preloads), config, request.hostname, owner)
    const known = await withFacts(platform, pathname, owner ? await dressPage(platform, owner, own) : own)
    return sendPage(reply, token ? withPlainTwin(known, `/choices/${token}`) : known, checkout)
  })
}

/** Their addresses. One route looks here: a route for each of thousands of files was half a second of every start. */
const listFiles = (): ReadonlySet<string> =>
  new Set(
    globSync('**', { cwd: folder, withFileTypes: true })
      // The page has a route of its own; source maps and our build stamp are no business of visitors.
      .filter((file) => file.isFile() && !/^index\.html|^\.|\.map$|\.(br|gz)$/.test(file.name))
      .map(({ parentPath, name }) => `/${join(relative(folder, parentPath), name).replaceAll(sep, '/')}`),
  )

interface Preload {
  /** A pattern of the path. */
  path: string
  links: string
}

/** Written by the build: what the first pages load besides the app (web/vite-preload-pages.ts). */
function readPreloads(): Preload[] {
  const file = join(folder, '.preloads.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Preload[]) : []
}

export function withPreloads(page: string, pathname: string, preloads: readonly Preload[]): string {
  const links = preloads.filter(({ path }) => new RegExp(path).test(pathname)).map((each) => each.links)
  return links.length === 0 ? page : page.replace('</head>', () => `${links.join('')}</head>`)
}

/** The landing page reads the operator's claims from the page itself: a request for them would delay it. */
export const withClaims = (page: string, claims: string | undefined): string =>
  claims === undefined ? page : page.replace('</head>', () => `<meta name="landing-claims" content="${escapeHtml(claims)}"></head>`)

/**
 * The organization of the host that the page is read from; without it, the browser drops what it kept. And where providers and passkeys
 * sign in: they know only PUBLIC_URL.
 */
export function withCustomDomain(
  page: string,
  { customDomains, publicUrl }: Pick<Config, 'customDomains' | 'publicUrl'>,
  host: string,
  owner: HostOwner | null,
): string {
  const name = host.toLowerCase()
  // A name of the settings counts from the first request on; it is taken over into the organization's settings a moment later.
  const slug = owner?.slug ?? (Object.hasOwn(customDomains, name) ? customDomains[name] : undefined)
  if (slug === undefined) return page
  const signIn = new URL(publicUrl).hostname === name ? '' : ` data-sign-in="${escapeHtml(publicUrl)}/login?tenant=${slug}"`
  return page.replace('</head>', () => `<meta name="custom-domain" content="${slug}"${signIn}></head>`)
}

/** Contacts reach this page by a link: a browser without scripts is redirected to a page that needs none. */
const withPlainTwin = (page: string, path: string): string =>
  page.replace('</head>', `<noscript><meta http-equiv="refresh" content="0; url=${path}"></noscript></head>`)

interface Checkout {
  scripts: string
  frames: string
}
const noCheckout: Checkout = { scripts: '', frames: "'none'" }
/** The configured provider's own, and nothing else. */
const razorpayCheckout: Checkout = {
  scripts: ' https://checkout.razorpay.com',
  frames: 'https://api.razorpay.com https://checkout.razorpay.com',
}

function sendPage(reply: FastifyReply, page: string, { scripts, frames }: Checkout): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  const policy = [
    "default-src 'none'",
    `script-src 'self'${scripts}`,
    `frame-src ${frames}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
  return reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.replaceAll(noncePlaceholder, nonce))
}
