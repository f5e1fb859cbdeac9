import { t } from '../../../lib/words.ts'

const text = 'margin:0 0 16px;font-size:16px;line-height:1.6;color:#1f2937'
const greeting = `<p style="${text}">Hello {{ first_name | default: "there" }},</p>`
const button = (texts: string) =>
  `<p style="margin:24px 0"><a href="https://example.com" style="display:inline-block;padding:12px 22px;border-radius:6px;background:#1f2937;color:#ffffff;text-decoration:none">${texts}</a></p>`
const item = (title: string) =>
  `<h2 style="margin:28px 0 8px;font-size:18px;color:#111827">${title}</h2>
      <p style="${text}">Two or three sentences, and where to read on. <a href="https://example.com">Read more</a></p>`

/** One column of at most 600 px: email clients render it consistently. */
const frame = (body: string) => `<!doctype html>
<html>
  <body style="margin:0;padding:24px 12px;background:#f3f4f6;font-family:Helvetica,Arial,sans-serif">
    <div style="max-width:600px;margin:0 auto;padding:32px;border-radius:8px;background:#ffffff">
      ${body}
    </div>
  </body>
</html>`

/** Email layouts with placeholder text. */
export const layouts = [
  {
    id: 'letter',
    label: t('Email'),
    html: frame(`${greeting}
      <p style="${text}">Write as you would to one person.</p>
      <p style="${text}">Kind regards<br>{{ organization.name }}</p>`),
  },
  {
    id: 'announcement',
    label: t('Announcement'),
    html: frame(`<h1 style="margin:0 0 16px;font-size:26px;line-height:1.3;color:#111827">What is new, in one line</h1>
      ${greeting}
      <p style="${text}">Say what it is and why it matters to the reader.</p>
      ${button('See what is new')}`),
  },
  {
    id: 'newsletter',
    label: t('Newsletter'),
    html: frame(`<h1 style="margin:0 0 16px;font-size:24px;line-height:1.3;color:#111827">{{ organization.name }}: news of the month</h1>
      ${greeting}
      ${item('First story')}
      ${item('Second story')}
      ${item('Third story')}`),
  },
] as const
