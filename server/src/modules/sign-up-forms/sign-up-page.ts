import type { PageResponse } from '@imperium/contract/kit/endpoint.ts'
import type { Language } from '@imperium/contract/languages.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'
import { paragraph, publicPage } from '../../platform/public-page.ts'
import type { Speaker } from '../../platform/public-page.ts'
import { formHtml } from './form-inputs.ts'
import type { Sent, ShownForm } from './form-inputs.ts'
import { signUpLabels } from './sign-up-texts.ts'
import type { SignUpTexts } from './sign-up-texts.ts'

interface Confirmation {
  language: Language
  speaker: Speaker
  action: string
  stamp: string
  /** Where something has to be put right: that, and what is said above the form. */
  sent?: Sent
  notice?: string
}

/** The page of a form. */
export function formPage(shown: ShownForm, { language, speaker, action, stamp, sent, notice }: Confirmation): PageResponse {
  const { definition } = shown.form
  const content = [
    paragraph(definition.text),
    notice ? `<p class="notice" role="alert">${escapeHtml(notice)}</p>` : '',
    formHtml(shown, { action, stamp, hidden: 'class="trap"', ...(sent ? { sent } : {}) }),
  ].join('')
  return publicPage({ language, speaker, title: definition.heading || shown.words.heading, content, status: sent ? 422 : 200 })
}

/** The page after a form was sent: the same for known and unknown addresses. */
export function thanksPage({ form, words: texts }: Pick<ShownForm, 'form' | 'words'>, language: Language, speaker: Speaker): PageResponse {
  const { thanks, redirectUrl, doubleOptIn, smsConsent } = form.definition
  const content =
    paragraph(thanks || (doubleOptIn ? texts.thanks : texts.thanksAtOnce)) +
    paragraph(smsConsent ? texts.thanksSms : '') +
    (redirectUrl ? `<p><a class="button" href="${escapeHtml(redirectUrl)}" rel="noreferrer">${escapeHtml(texts.goOn)}</a></p>` : '')
  return publicPage({ language, speaker, title: texts.thanksTitle, content, ...(redirectUrl ? { goOn: redirectUrl } : {}) })
}

const notice = (language: Language, status: number, title: keyof SignUpTexts, text: keyof SignUpTexts) => {
  const texts = signUpLabels[language]
  return publicPage({ language, speaker: null, title: texts[title], content: paragraph(texts[text]), status })
}

export const goneFormPage = (language: Language): PageResponse => notice(language, 404, 'goneTitle', 'gone')
export const busyPage = (language: Language, retryAfterSeconds: number): PageResponse => ({
  ...notice(language, 429, 'busyTitle', 'busy'),
  retryAfterSeconds,
})
