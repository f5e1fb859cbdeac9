import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { escapeHtml } from '../../../platform/text/escape-html.ts'

/**
 * Markdown as HTML for a page without scripts. Written HTML is shown as text and links with other protocols are emptied (micromark's
 * defaults); pictures become their text, because the page loads nothing; links to other articles stay in the help center.
 */
export function renderMarkdown(markdown: string, articlePath: (id: string) => string): string {
  return micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
    .replaceAll(/<img\b[^>]*?alt="([^"]*)"[^>]*>/g, '$1')
    .replaceAll(/<(\/?)h1>/g, '<$1h2>')
    .replaceAll(/<a href="docs\?article=([0-9a-f-]{36})[^"]*"/g, (_, id: string) => `<a href="${escapeHtml(articlePath(id))}"`)
    .replaceAll(/<a href="docs[?"][^>]*>(.*?)<\/a>/g, '$1')
    .replaceAll(/<a href="https?:/g, (start) => start.replace('<a', '<a rel="nofollow noopener"'))
}
