import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

const foreignLink = /<a href="docs(?!\?article=[0-9a-f-]{36})[?"][^>]*>(.*?)<\/a>/g

/**
 * Markdown as HTML for a page without scripts. Written HTML is shown as text and links with other protocols are emptied (micromark's
 * defaults); pictures become their text, because the page loads nothing. Links to other articles are completed by `placeLinks`.
 */
export const renderMarkdown = (markdown: string): string =>
  micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
    .replaceAll(/<img\b[^>]*?alt="([^"]*)"[^>]*>/g, '$1')
    .replaceAll(/<(\/?)h1>/g, '<$1h2>')
    .replaceAll(foreignLink, '$1')
    .replaceAll(/<a href="https?:/g, (start) => start.replace('<a', '<a rel="nofollow noopener"'))
