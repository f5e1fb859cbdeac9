import { escapeHtml } from '../../../platform/text/escape-html.ts'

/** Links of a rendered article to other articles, which stay in the help center. */
export const placeLinks = (html: string, articlePath: (id: string) => string): string =>
  html.replaceAll(/<a href="docs\?article=([0-9a-f-]{36})[^"]*"/g, (_, id: string) => `<a href="${escapeHtml(articlePath(id))}"`)
