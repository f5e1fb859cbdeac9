import { Parser } from 'htmlparser2'

/** Their text is not the page's own. */
const leftOut = new Set(['script', 'style', 'head', 'title', 'nav', 'footer', 'noscript', 'template', 'svg', 'iframe', 'form', 'aside'])
const blocks = new Set('p div section article main header ul ol table blockquote pre dl figure hr h1 h2 h3 h4 h5 h6'.split(' '))
const lines = new Set(['br', 'tr', 'dt', 'dd', 'li'])

/** The text of HTML with its headings as Markdown, one block a paragraph; in one pass, without a document in memory. */
export function htmlToMarkdown(html: string): string {
  const parts: string[] = []
  let hidden = 0
  const add = (text: string) => hidden === 0 && parts.push(text)
  const parser = new Parser({
    onopentag: (name) => {
      if (leftOut.has(name)) hidden++
      if (/^h[1-6]$/.test(name)) add(`\n\n${'#'.repeat(Number(name[1]))} `)
      else if (blocks.has(name)) add('\n\n')
      else if (lines.has(name)) add('\n')
      if (name === 'td' || name === 'th') add(' ')
    },
    ontext: (text) => add(text.replaceAll(/\s+/g, ' ')),
    onclosetag: (name) => {
      if (leftOut.has(name)) hidden = Math.max(0, hidden - 1)
      else if (blocks.has(name)) add('\n\n')
    },
  })
  parser.end(html)
  return parts
    .join('')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
}
