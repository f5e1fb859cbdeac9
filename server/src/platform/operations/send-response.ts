import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, FileResponse, Page, PageResponse, RawResponse } from '@imperium/contract/kit/endpoint.ts'
import { sendPage } from './send-page.ts'

/** Sends a handler's result in the form that its operation declares: the envelope, a file or a redirect. */
export function sendResponse(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply, result: unknown): FastifyReply {
  if (endpoint.redirects) return reply.redirect((result as { location: string }).location, 303)
  if (endpoint.raw) return sendRaw(reply, result as RawResponse)
  if (endpoint.page) return sendPage(reply, result as PageResponse)
  reply.code(endpoint.status ?? 200)
  if (endpoint.file) return sendFile(reply, endpoint.file, result as FileResponse)
  if (!endpoint.paged) return reply.send({ success: true, data: result ?? null, requestId: request.id })
  const { rows, nextCursor } = result as Page<unknown>
  return reply.send({ success: true, data: rows, page: { nextCursor }, requestId: request.id })
}

/** For any content, the browser must neither guess the type nor run any of it (SEC-28). */
function sendFile(reply: FastifyReply, declared: string, response: FileResponse): FastifyReply {
  const { content, contentType = declared, fileName, maxAgeSeconds, isPublic, isEmbedded } = response
  reply
    .type(contentType.startsWith('text/') ? `${contentType}; charset=utf-8` : contentType)
    .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
  if (isEmbedded) reply.header('cross-origin-resource-policy', 'cross-origin')
  if (fileName) reply.header('content-disposition', `attachment; filename="${fileName.replaceAll(/[^\w.-]/g, '_')}"`)
  if (maxAgeSeconds)
    reply.header('cache-control', isPublic ? `public, max-age=${maxAgeSeconds}, immutable` : `private, max-age=${maxAgeSeconds}`)
  return reply.send(typeof content === 'string' ? content : content instanceof Uint8Array ? Buffer.from(content) : Readable.from(content))
}

/** A response of a customer's workflow must not run in a browser as our page. */
function sendRaw(reply: FastifyReply, { status, contentType, headers = {}, body }: RawResponse): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .type(contentType)
    .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
    .send(body)
}
