import { sendResponse } from '../send-response.ts'
import { sendStream } from '../stream.ts'
import type { Exchange, InOrganization, Performed, Validated } from './exchange.ts'
import type { Watched } from './watch-stream.ts'

export function sendReply({ operation, request, reply, result }: Exchange & Performed): void {
  sendResponse(operation.endpoint, request, reply, result)
}

/** The same for an operation without a sign-in, whose handler itself decides who may follow and for how long. */
export async function sendPublicReply(exchange: Exchange & Validated & Performed): Promise<void> {
  const { operation, request, reply, input, context, result } = exchange
  const items = await operation.handler.stream?.(input, context as never, result)
  if (items) sendStream(reply, request, operation.endpoint, items, context.signal())
  else sendReply(exchange)
}

/** Sends the response, or an event stream if the caller wants it. */
export async function sendReplyOrStream(exchange: Exchange & InOrganization & Validated & Watched & Performed): Promise<void> {
  if (!exchange.isStreamed) return sendReply(exchange)
  const { operation, request, reply, input, organization, result } = exchange
  const items = await operation.handler.stream?.(input, organization as never, result)
  if (items) sendStream(reply, request, operation.endpoint, items, organization.signal())
}
