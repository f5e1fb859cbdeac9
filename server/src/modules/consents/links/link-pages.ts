import type { PageResponse, UploadedFile } from '@imperium/contract/kit/endpoint.ts'
import { chooseLanguage } from '@imperium/contract/languages.ts'
import type { Language } from '@imperium/contract/languages.ts'
import type { PreferencePage } from '@imperium/contract/contacts/consents.ts'
import { escapeHtml } from '../../../platform/text/escape-html.ts'
import type { PublicContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { confirmConsent, readConfirmation } from './confirm-consent.ts'
import type { Confirmation } from './confirm-consent.ts'
import { linkPageLabels } from './link-page-texts.ts'
import { endByLink, openPreferences } from './preferences.ts'
import { languageChosenIn, languageQuery, paragraph, publicPage } from '../../../platform/public-page.ts'

// The pages behind the links of messages, without script. Opening one never does anything: programs open every link of a message. Where a link was
// cut, or leads nowhere any more, the refusal is a page, too (refusal-page.ts).

type PageKind = 'confirm' | 'unsubscribe' | 'choices'

/** Below our public address; in a language that the person chose on the page. */
export const pathOf = (kind: PageKind, token: string, language: Language | null): string =>
  `/${kind}/${encodeURIComponent(token)}${languageQuery(language)}`

/** What the person chose on the page. */
export const chosenLanguage = (context: PublicContext): Language | null => languageChosenIn(context.search())

/** Chosen on the page, wished by the browser, or known of the person, whose own comes after every wish. */
export const languageFor = (context: PublicContext, known: Language | null): Language =>
  chosenLanguage(context) ?? chooseLanguage(`${context.header('accept-language')?.slice(0, 400) ?? ''},${known ?? 'en'};q=0.001`)

export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all)

/** /confirm/{token}, the link of double opt-in. */
export const openConfirmation = async (platform: Platform, context: PublicContext, token: string): Promise<PageResponse> =>
  confirmationPage(context, token, await readConfirmation(platform, token))

/** The press. What came of it stands on the page itself, which can be loaded again. */
export async function pressConfirm(platform: Platform, context: PublicContext, token: string): Promise<PageResponse> {
  await confirmConsent(platform, context, token)
  return { location: pathOf('confirm', token, chosenLanguage(context)) }
}

function confirmationPage(context: PublicContext, token: string, shown: Confirmation): PageResponse {
  const { status, organization, hint, purposeName, sms } = shown
  const language = languageFor(context, shown.language)
  const texts = linkPageLabels[language]
  const values = { organization: organization.name, address: hint, purpose: purposeName, number: sms?.hint ?? '' }
  const ofSms = { pending: texts.pendingSms, granted: sms?.isOther ? texts.otherNumber : texts.grantedSms, ended: '' }
  const action = pathOf('confirm', token, chosenLanguage(context))
  const content = [
    paragraph(fill(texts[status], values)),
    paragraph(sms ? fill(ofSms[status], values) : ''),
    status === 'pending' ? formHtml(action, [{ value: 'confirm', label: texts.confirm }]) : '',
  ]
  return publicPage({
    language,
    speaker: organization,
    title: texts[`${status}Title`],
    content: content.join(''),
    inLanguage: (each) => pathOf('confirm', token, each),
  })
}

/** /unsubscribe/{token}: asks whether, and from what. */
export const openUnsubscribePage = async (platform: Platform, context: PublicContext, token: string): Promise<PageResponse> =>
  unsubscribePage(context, token, await openPreferences(platform, token))

/** The press on one of its buttons. */
export async function pressUnsubscribe(
  platform: Platform,
  context: PublicContext,
  token: string,
  body: UploadedFile,
): Promise<PageResponse> {
  const isAll = new URLSearchParams(Buffer.from(body.bytes).toString()).get('do') === 'everything'
  return unsubscribePage(context, token, await endByLink(platform, context, token, isAll), isAll ? 'everything' : 'purpose')
}

/** `ended`: what was ended just now; null before that. */
function unsubscribePage(
  context: PublicContext,
  token: string,
  page: PreferencePage,
  ended: 'purpose' | 'everything' | null = null,
): PageResponse {
  const { organization, purpose, hint, kind } = page
  const language = languageFor(context, page.language)
  const texts = linkPageLabels[language]
  const isPreview = kind === 'preview'
  const values = { organization: organization.name, address: hint, purpose: purpose?.name ?? '' }
  const ask = purpose ? texts.ask : texts.askAll
  const done = ended === 'everything' || !purpose ? texts.doneAll : texts.done
  const buttons = purpose
    ? [
        { value: 'purpose', label: texts.unsubscribe, isDisabled: isPreview },
        { value: 'everything', label: texts.unsubscribeAll, isDisabled: isPreview },
      ]
    : [{ value: 'everything', label: texts.unsubscribe, isDisabled: isPreview }]
  const content = [
    paragraph(fill(ended ? done : ask, values)),
    paragraph(isPreview ? texts.preview : ''),
    ended ? '' : formHtml(pathOf('unsubscribe', token, chosenLanguage(context)), buttons),
    `<a class="button quiet" href="/preferences/${escapeHtml(encodeURIComponent(token))}">${escapeHtml(texts.choose)}</a>`,
  ]
  return publicPage({
    language,
    speaker: organization,
    title: ended ? texts.doneTitle : texts.askTitle,
    content: content.join(''),
    inLanguage: (each) => pathOf('unsubscribe', token, each),
  })
}

interface Button {
  value: string
  label: string
  isDisabled?: boolean
}

/** Buttons that post what they say, the first of which is the one that is meant; `above` them what goes along. */
export function formHtml(action: string, buttons: readonly Button[], above = ''): string {
  const list = buttons.map(
    ({ value, label, isDisabled }, position) =>
      `<button type="submit" name="do" value="${value}"${position > 0 ? ' class="second"' : ''}${isDisabled ? ' disabled' : ''}>${escapeHtml(label)}</button>`,
  )
  return `<form method="post" action="${escapeHtml(action)}">${above}<div class="buttons">${list.join('')}</div></form>`
}
