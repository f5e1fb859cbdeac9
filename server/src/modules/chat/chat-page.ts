import type { ChatDescription } from '@imperium/contract/chat.ts'
import type { PageResponse } from '@imperium/contract/kit/endpoint.ts'
import { chooseLanguage } from '@imperium/contract/languages.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { PublicContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { paragraph, publicPage } from '../../platform/public-page.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'
import { brandEmailStyle } from '../branding/index.ts'
import { findEmailStyle } from '../email-designs/index.ts'
import { chatTexts } from './chat-texts.ts'
import { isOpenAt } from './opening-hours.ts'
import { withChat, withVisitorChat } from './visitor.ts'

const productAccent = '#3b46d6'

/** @throws 403, 404 */
export const describeChat = (platform: Platform, publicId: string, context: PublicContext): Promise<ChatDescription> =>
  withVisitorChat(platform, publicId, context, async ({ tx, settings, agent, organization }) => {
    const { title, welcome, accent, handsOver, mailsTranscript, openingHours } = settings
    return {
      title,
      welcome,
      agent: agent.name,
      organization: organization.name,
      accent: accent ?? (await findEmailStyle(tx))?.buttonColor ?? (await brandEmailStyle(tx))?.buttonColor ?? productAccent,
      handsOver,
      mailsTranscript,
      isOpen: isOpenAt(openingHours, platform.clock.now(), organization.timeZone),
    }
  })

const style = `
:root{color-scheme:light dark}
html,body{height:100%;margin:0;background:#f7f7f8}
noscript{display:block;padding:24px;font:16px system-ui,sans-serif}
@media (prefers-color-scheme:dark){html,body{background:#0f0f12;color:#f1f1f4}}
`

/** The page of a chat: the widget alone, over the whole window. */
export async function chatPage(platform: Platform, publicId: string, context: PublicContext): Promise<PageResponse> {
  const language = chooseLanguage(context.header('accept-language'))
  const texts = chatTexts[language]
  try {
    return await withChat(platform, publicId, async ({ settings }) => {
      if (!settings.hasPage) throw notFound()
      return {
        status: 200,
        language,
        title: settings.title,
        body: `<noscript>${escapeHtml(texts.withoutScripts)}</noscript>`,
        style,
        script: `src="/chat/widget.js" data-agent="${publicId}" data-page`,
      }
    })
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 404) throw error
    return publicPage({ language, speaker: null, title: texts.goneTitle, content: paragraph(texts.gone), status: 404 })
  }
}
