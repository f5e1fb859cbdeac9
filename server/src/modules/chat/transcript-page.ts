import { chatLimits } from '@imperium/contract/chat.ts'
import type { PageResponse } from '@imperium/contract/kit/endpoint.ts'
import { chooseLanguage } from '@imperium/contract/languages.ts'
import { hashToken } from '../../platform/crypto/crypto.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { PublicContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { paragraph, publicPage } from '../../platform/public-page.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'
import { listChatMessages } from '../messages/index.ts'
import { chatTexts } from './chat-texts.ts'
import { findSession } from './sessions-store.ts'
import type { SessionRow } from './sessions-store.ts'
import { deleteLink, findLink } from './transcripts-store.ts'
import { withChat } from './visitor.ts'
import type { OpenChat } from './visitor.ts'
import { pageLookIn } from '../branding/index.ts'

interface Linked {
  chat: string
  token: string
}

/** The conversation behind a link. @throws 404 for one that has ended, and where the chat mails none any more */
const withLink = <T>(
  platform: Platform,
  { chat: publicId, token }: Linked,
  work: (chat: OpenChat, session: SessionRow, untilMessage: string) => Promise<T>,
): Promise<T> =>
  withChat(platform, publicId, async (chat) => {
    const link = await findLink(chat.tx, hashToken(token), platform.clock.now())
    const session = link && (await findSession(chat.tx, link.sessionId))
    if (!session || session.agentId !== chat.agent.id || !chat.settings.mailsTranscript) throw notFound()
    return work(chat, session, link.untilMessage)
  })

/** A page also where there is nothing: its reader came from a mail. */
async function orGone(context: PublicContext, show: () => Promise<PageResponse>): Promise<PageResponse> {
  try {
    return await show()
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 404) throw error
    const language = chooseLanguage(context.header('accept-language'))
    const { linkGoneTitle, linkGone } = chatTexts[language]
    return publicPage({ language, speaker: null, title: linkGoneTitle, content: paragraph(linkGone), status: 404 })
  }
}

export const openTranscript = (platform: Platform, linked: Linked, context: PublicContext): Promise<PageResponse> =>
  orGone(context, () =>
    withLink(platform, linked, async ({ tx, organization }, { language, conversationId }, until) => {
      const texts = chatTexts[language]
      const rows = await listChatMessages(tx, conversationId, { until, limit: chatLimits.shown })
      const said = rows.map(({ direction, by_agent: isByAgent, sender_name: name, body }) => {
        const who = direction === 'inbound' ? texts.you : isByAgent ? `${name} (${texts.ai})` : name
        return `<p><b>${escapeHtml(who)}</b></p>${paragraph(body)}`
      })
      const end = `<form method="post"><button class="second">${escapeHtml(texts.endLink)}</button></form>`
      const title = texts.transcriptSubject.replace('{organization}', () => organization.name)
      return publicPage({
        language,
        speaker: { name: organization.name, contactEmail: '', look: await pageLookIn(tx) },
        title,
        content: said.join('') + end,
      })
    }),
  )

export const endTranscript = (platform: Platform, linked: Linked, context: PublicContext): Promise<PageResponse> =>
  orGone(context, () =>
    withLink(platform, linked, async ({ tx, organization }, { id, language }) => {
      await deleteLink(tx, id)
      const { linkEndedTitle, linkEnded } = chatTexts[language]
      const speaker = { name: organization.name, contactEmail: '', look: await pageLookIn(tx) }
      return publicPage({ language, speaker, title: linkEndedTitle, content: paragraph(linkEnded) })
    }),
  )
