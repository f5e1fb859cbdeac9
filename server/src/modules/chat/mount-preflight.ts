import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { publicChatId } from '@imperium/contract/chat.ts'
import { AppError } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { isAllowedOrigin, tokenHeader, withChat } from './visitor.ts'

/** Browsers ask before a page of another site sends JSON or a token: only the allowed websites get a yes. */
export function mountPreflight(app: FastifyInstance, platform: Platform): void {
  const respond = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { chat = '' } = request.params as { chat?: string }
    const { origin, host } = request.headers
    const isAllowed = publicChatId.test(chat) && origin !== undefined && (await mayAsk(platform, chat, origin, host))
    if (!isAllowed) return reply.code(403).send()
    return reply
      .headers({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': `content-type, ${tokenHeader}`,
        'access-control-max-age': '600',
        vary: 'origin',
      })
      .code(204)
      .send()
  }
  for (const url of ['/api/public/chats/:chat', '/api/public/chats/:chat/*'])
    app.route({ method: 'OPTIONS', url, config: { operation: 'chat.preflight' }, handler: respond })
}

async function mayAsk(platform: Platform, chat: string, origin: string, host: string | undefined): Promise<boolean> {
  try {
    return await withChat(platform, chat, async ({ settings }) => isAllowedOrigin(platform, settings, origin, host))
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return false
    throw error
  }
}
