import type { PageResponse, UploadedFile } from '@imperium/contract/kit/endpoint.ts'
import type { PreferencePage } from '@imperium/contract/contacts/consents.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { AppError } from '../../../platform/errors.ts'
import { escapeHtml } from '../../../platform/text/escape-html.ts'
import type { PublicContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { linkPageLabels } from './link-page-texts.ts'
import type { LinkPageTexts } from './link-page-texts.ts'
import { chosenLanguage, fill, formHtml, languageFor, pathOf } from './link-pages.ts'
import { endByLink, openPreferences, savePreferences } from './preferences.ts'
import { paragraph, publicPage } from '../../../platform/public-page.ts'

// /choices/{token}: the preference page for browsers that run no script, which the web app's own page sends here.

export const openChoices = async (platform: Platform, context: PublicContext, token: string): Promise<PageResponse> =>
  choicesPage(context, token, await openPreferences(platform, token))

/** What is not ticked is not wanted, as far as it was open to be chosen. */
export async function pressChoices(platform: Platform, context: PublicContext, token: string, body: UploadedFile): Promise<PageResponse> {
  const sent = new URLSearchParams(Buffer.from(body.bytes).toString())
  if (sent.get('do') === 'everything') return choicesPage(context, token, await endByLink(platform, context, token, true), true)
  const page = await openPreferences(platform, token)
  const ticked = new Set(sent.getAll('choice'))
  const choices = page.purposes.flatMap(({ key }) =>
    page.channels
      .filter(({ closed }) => !closed)
      .map(({ channel }) => ({ channel, purpose: key, granted: ticked.has(valueOf(channel, key)) })),
  )
  try {
    return choicesPage(context, token, await savePreferences(platform, context, token, choices), true)
  } catch (error) {
    // Something was closed in this moment: the page as it is now.
    if (!(error instanceof AppError) || error.status !== 409) throw error
    return { location: pathOf('choices', token, chosenLanguage(context)) }
  }
}

const valueOf = (channel: Channel, purpose: string): string => `${channel} ${purpose}`

function choicesPage(context: PublicContext, token: string, page: PreferencePage, isSaved = false): PageResponse {
  const { organization, channels, kind } = page
  const language = languageFor(context, page.language)
  const texts = linkPageLabels[language]
  const isDisabled = kind === 'preview'
  const hints = [...new Set(channels.map(({ hint }) => hint).filter((hint) => hint !== ''))].join(', ') || page.hint
  const buttons = [
    { value: 'save', label: texts.save, isDisabled },
    { value: 'everything', label: texts.unsubscribeAll, isDisabled },
  ]
  const content = [
    isSaved ? `<p role="status"><strong>${escapeHtml(texts.saved)}</strong></p>` : '',
    paragraph(page.text || fill(texts.choices, { organization: organization.name })),
    paragraph(fill(texts.choicesFor, { address: hints })),
    formHtml(
      pathOf('choices', token, chosenLanguage(context)),
      buttons,
      page.purposes.map((each) => choiceHtml(each, page, texts)).join(''),
    ),
    paragraph(channels.some(({ closed }) => closed) ? texts.closed : ''),
    paragraph(isDisabled ? texts.preview : ''),
  ]
  return publicPage({
    language,
    speaker: organization,
    title: page.title || texts.choicesTitle,
    content: content.join(''),
    inLanguage: (each) => pathOf('choices', token, each),
  })
}

const channelLabel = (channel: Channel, { email }: LinkPageTexts): string =>
  ({ email, sms: 'SMS', whatsapp: 'WhatsApp', webhook: 'Webhook' })[channel]

function choiceHtml(
  { key, name, description, granted }: PreferencePage['purposes'][number],
  { channels }: PreferencePage,
  texts: LinkPageTexts,
): string {
  const boxes = channels.map(({ channel, closed }) => {
    const value = escapeHtml(valueOf(channel, key))
    const state = `${granted.includes(channel) ? ' checked' : ''}${closed ? ' disabled' : ''}`
    return `<p class="field box"><input type="checkbox" name="choice" value="${value}" id="c-${value.replace(' ', '-')}"${state}> <label for="c-${value.replace(' ', '-')}">${escapeHtml(channelLabel(channel, texts))}</label></p>`
  })
  return `<fieldset class="choice"><legend>${escapeHtml(name)}</legend>${paragraph(description)}${boxes.join('')}</fieldset>`
}
