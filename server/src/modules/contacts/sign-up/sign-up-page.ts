import type { PageAnswer } from '@imperium/contract/kit/endpoint.ts'
import type { Language } from '@imperium/contract/languages.ts'
import { escapeHtml } from '../../../platform/escape-html.ts'
import { formHtml } from './form-inputs.ts'
import type { Sent, ShownForm } from './form-inputs.ts'
import { signUpWords } from './sign-up-words.ts'
import type { SignUpWords } from './sign-up-words.ts'

// The look of the preference page (web/src/features/consents/public.module.css), without script: light or dark as the browser wishes.
const style = `
:root{color-scheme:light dark;--bg:#f7f7f8;--surface:#fff;--border:#e3e3e8;--text:#17171c;--text-2:#5c5c66;--bad:#b42318;--accent:#3b46d6;--on-accent:#fff;--input:#fff;--edge:#b9b9c3}
@media (prefers-color-scheme:dark){:root{--bg:#0f0f12;--surface:#17171b;--border:#2c2c33;--text:#f1f1f4;--text-2:#a2a2ad;--bad:#ff8a80;--accent:#7f8bff;--on-accent:#0f0f12;--input:#101014;--edge:#4c4c57}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;align-items:center;gap:20px;padding:clamp(28px,10vh,104px) 16px 28px;background:var(--bg);color:var(--text);font:14px/21px Inter,system-ui,-apple-system,"Segoe UI",Roboto,"Hiragino Sans","Noto Sans",sans-serif;overflow-wrap:anywhere}
.organization{margin:0;font-size:15px;font-weight:600;text-align:center}
main{width:100%;max-width:520px;padding:28px;border:1px solid var(--border);border-radius:14px;background:var(--surface)}
h1{margin:0 0 14px;font-size:20px;line-height:27px;font-weight:600;letter-spacing:-.022em}
p{margin:0 0 16px}
.text,.words{color:var(--text-2);white-space:pre-line}
.words{font-size:13px;line-height:19px}
.words{white-space:normal}
.field{display:grid;gap:6px;margin-bottom:14px}
.box{display:flex;gap:10px;align-items:flex-start}
.box{margin-bottom:12px}
.box input{flex:none;width:18px;height:18px;margin:2px 0 0;accent-color:var(--accent)}
label,legend{font-weight:600}
.box label{font-weight:400}
small{font-weight:400;font-size:13px;color:var(--text-2)}
input:not([type=checkbox]),select{width:100%;min-height:42px;padding:8px 12px;border:1px solid var(--edge);border-radius:8px;background:var(--input);color:var(--text);font:inherit;font-size:16px}
[aria-invalid=true]{border-color:var(--bad)}
fieldset{margin:18px 0 4px;padding:0;border:0;min-width:0}
legend{margin-bottom:8px;padding:0}
.fault{margin:-8px 0 14px;font-size:13px;color:var(--bad)}
.notice{color:var(--bad)}
.trap{position:absolute;left:-9999px;width:1px;height:1px;overflow:hidden}
button,.button{display:block;width:100%;min-height:44px;padding:10px 16px;border:0;border-radius:8px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
main>:last-child,form>:last-child{margin-bottom:0}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
footer{font-size:13px}
footer a{color:var(--text-2)}
`

/** Who speaks on a page. */
export interface Speaker {
  name: string
  contactEmail: string
}

interface Frame {
  language: Language
  speaker: Speaker | null
  title: string
  /** HTML. */
  content: string
  status?: number
  goOn?: string
}

function page({ language, speaker, title, content, status = 200, goOn }: Frame): Exclude<PageAnswer, { location: string }> {
  const name = speaker ? `<p class="organization">${escapeHtml(speaker.name)}</p>` : ''
  const mail = speaker?.contactEmail
    ? `<footer><a href="mailto:${escapeHtml(speaker.contactEmail)}">${escapeHtml(speaker.contactEmail)}</a></footer>`
    : ''
  return {
    status,
    language,
    title: speaker ? `${title} · ${speaker.name}` : title,
    style,
    body: `${name}<main><h1>${escapeHtml(title)}</h1>${content}</main>${mail}`,
    ...(goOn ? { goOn } : {}),
  }
}

const paragraph = (text: string, kind = 'text'): string => (text ? `<p class="${kind}">${escapeHtml(text)}</p>` : '')

interface Asking {
  language: Language
  speaker: Speaker
  action: string
  stamp: string
  /** Where something has to be put right: that, and what is said above the form. */
  sent?: Sent
  notice?: string
}

/** The page of a form. */
export function formPage(shown: ShownForm, { language, speaker, action, stamp, sent, notice }: Asking): PageAnswer {
  const { definition } = shown.form
  const content = [
    paragraph(definition.text),
    notice ? `<p class="notice" role="alert">${escapeHtml(notice)}</p>` : '',
    formHtml(shown, { action, stamp, hidden: 'class="trap"', ...(sent ? { sent } : {}) }),
  ].join('')
  return page({ language, speaker, title: definition.heading || shown.words.heading, content, status: sent ? 422 : 200 })
}

/** What is said after a form was sent, whoever sent it and whatever is known of the address. */
export function thanksPage({ form, words }: Pick<ShownForm, 'form' | 'words'>, language: Language, speaker: Speaker): PageAnswer {
  const { thanks, redirectUrl, doubleOptIn } = form.definition
  const content =
    paragraph(thanks || (doubleOptIn ? words.thanks : words.thanksAtOnce)) +
    (redirectUrl ? `<p><a class="button" href="${escapeHtml(redirectUrl)}" rel="noreferrer">${escapeHtml(words.goOn)}</a></p>` : '')
  return page({ language, speaker, title: words.thanksTitle, content, ...(redirectUrl ? { goOn: redirectUrl } : {}) })
}

const notice = (language: Language, status: number, title: keyof SignUpWords, text: keyof SignUpWords) => {
  const words = signUpWords[language]
  return page({ language, speaker: null, title: words[title], content: paragraph(words[text]), status })
}

export const gonePage = (language: Language): PageAnswer => notice(language, 404, 'goneTitle', 'gone')
export const busyPage = (language: Language, retryAfterSeconds: number): PageAnswer => ({
  ...notice(language, 429, 'busyTitle', 'busy'),
  retryAfterSeconds,
})
