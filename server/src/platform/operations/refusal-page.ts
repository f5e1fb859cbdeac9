import type { FastifyRequest } from 'fastify'
import type { PageResponse } from '@imperium/contract/kit/endpoint.ts'
import { chooseLanguage } from '@imperium/contract/languages.ts'
import type { Language } from '@imperium/contract/languages.ts'
import type { AppError } from '../errors.ts'
import { languageChosenIn, paragraph, publicPage } from '../public-page.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Clients of the URL: only browsers, or any client that follows a link, where the Accept header identifies a browser. */
    opensFor?: 'browsers' | 'links'
  }
}

type Kind = 'link' | 'busy' | 'failed'

const texts: Record<Language, Record<Kind, readonly [title: string, text: string]>> = {
  en: {
    link: [
      'This link does not work',
      'It was cut on the way, or is no longer in use. Open it in the message once more, or write to whoever sent it.',
    ],
    busy: ['Just a moment', 'Too many people ask for this page right now. Please try again in a minute.'],
    failed: ['That did not work', 'Something went wrong here. Please try again later.'],
  },
  es: {
    link: [
      'Este enlace no funciona',
      'Se ha cortado por el camino o ya no se usa. Ábralo de nuevo desde el mensaje o escriba a quien lo envió.',
    ],
    busy: ['Un momento', 'Demasiadas personas piden esta página ahora mismo. Vuelva a intentarlo dentro de un minuto.'],
    failed: ['No ha funcionado', 'Algo ha fallado aquí. Vuelva a intentarlo más tarde.'],
  },
  fr: {
    link: [
      'Ce lien ne fonctionne pas',
      'Il a été coupé en chemin, ou n’est plus utilisé. Ouvrez-le de nouveau depuis le message, ou écrivez à son expéditeur.',
    ],
    busy: ['Un instant', 'Trop de personnes demandent cette page en ce moment. Veuillez réessayer dans une minute.'],
    failed: ['Cela n’a pas fonctionné', 'Une erreur s’est produite ici. Veuillez réessayer plus tard.'],
  },
  de: {
    link: [
      'Dieser Link funktioniert nicht',
      'Er wurde unterwegs abgeschnitten oder wird nicht mehr verwendet. Öffnen Sie ihn noch einmal in der Nachricht oder schreiben Sie an den Absender.',
    ],
    busy: ['Einen Moment', 'Gerade rufen zu viele diese Seite auf. Bitte versuchen Sie es in einer Minute noch einmal.'],
    failed: ['Das hat nicht geklappt', 'Hier ist etwas schiefgegangen. Bitte versuchen Sie es später noch einmal.'],
  },
  ja: {
    link: [
      'このリンクは使用できません',
      'リンクが途中で切れているか、現在は使用されていません。メッセージからもう一度開くか、送信者にお問い合わせください。',
    ],
    busy: ['少々お待ちください', '現在、このページにアクセスが集中しています。1分ほどしてからもう一度お試しください。'],
    failed: ['うまくいきませんでした', '問題が発生しました。しばらくしてからもう一度お試しください。'],
  },
}

/** Contacts open links below these paths: even a truncated link that matches no route gets a page. */
const ofLinks = /^\/api\/(l|t\/c|public)\//

/** Whether the request comes from a browser page view, for which an envelope is useless. */
export function isBrowserNavigation(request: FastifyRequest): boolean {
  const { opensFor } = request.routeOptions.config
  if (opensFor === 'browsers') return true
  return (opensFor === 'links' || ofLinks.test(request.url)) && request.headers.accept?.includes('text/html') === true
}

const kindOf = (status: number): Kind => (status === 429 ? 'busy' : status >= 500 ? 'failed' : 'link')

/**
 * The page shown instead of a refusal, in the language chosen earlier on the page or the browser's. Reveals nothing of the requested data.
 */
export function refusalPage(request: FastifyRequest, { status, retryAfterSeconds }: AppError): PageResponse {
  const language = languageChosenIn(new URL(request.url, 'http://page').search) ?? chooseLanguage(request.headers['accept-language'])
  const [title, text] = texts[language][kindOf(status)]
  const page = publicPage({ language, speaker: null, title, content: paragraph(text), status })
  return retryAfterSeconds === undefined ? page : { ...page, retryAfterSeconds }
}
