import { guardStream } from '../guard-stream.ts'
import { wantsStream } from '../stream.ts'
import type { Exchange, Identified, InOrganization } from './exchange.ts'

/** Added by the stage `watchStream`. */
export interface Watched {
  isStreamed: boolean
}

/** Decides whether events are streamed, and watches the caller's access while they are. @throws 429 for too many open streams. */
export function watchStream(exchange: Exchange & Identified & InOrganization): Watched {
  const { platform, operation, request, reply, credentials, organization } = exchange
  const { endpoint, handler } = operation
  const isStreamed = handler.stream !== undefined && (!handler.answer || (wantsStream(request) && request.method !== 'HEAD'))
  if (isStreamed) reply.raw.once('close', guardStream(platform, credentials, endpoint, organization))
  return { isStreamed }
}
