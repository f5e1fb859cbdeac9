import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { PageResponse } from '@imperium/contract/kit/endpoint.ts'
import { escapeHtml } from '../text/escape-html.ts'

const styleHash = (style: string): string => `'sha256-${createHash('sha256').update(style).digest('base64')}'`

/** A page without scripts but our own, and without external content, which cannot be framed and sends its forms only to us. */
export function sendPage(reply: FastifyReply, response: PageResponse): FastifyReply {
  if ('location' in response) return reply.redirect(response.location, 303)
  const {
    status,
    language,
    title,
    body,
    style,
    script,
    goOn,
    hasImages,
    hasFonts,
    bodyClass,
    head: more = '',
    cacheSeconds,
    retryAfterSeconds,
  } = response
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  if (cacheSeconds !== undefined) reply.header('cache-control', `public, max-age=${cacheSeconds}`).header('vary', 'accept-language')
  const ownScript = script ? ["script-src 'self'", "connect-src 'self'"] : []
  const policy = [
    "default-src 'none'",
    ...ownScript,
    ...(hasImages ? ["img-src 'self'"] : []),
    ...(hasFonts ? ["font-src 'self'"] : []),
    `style-src ${styleHash(style)}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    ...(goOn ? [`<meta http-equiv="refresh" content="0; url=${escapeHtml(goOn)}">`] : []),
    `<title>${escapeHtml(title)}</title>`,
    `<style>${style}</style>`,
    more,
    ...(script ? [`<script ${script} async></script>`] : []),
  ]
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy.join('; '))
    .send(
      `<!doctype html>\n<html lang="${escapeHtml(language)}"><head>${head.join('')}</head><body${bodyClass ? ` class="${escapeHtml(bodyClass)}"` : ''}>${body}</body></html>\n`,
    )
}
