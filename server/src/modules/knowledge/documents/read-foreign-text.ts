import { parseShortly } from './parse-document.ts'
import type { ParseRequest } from './parse-file.ts'

/** The text of a foreign page with its headings, read by a thread with limits of time and memory. @throws DocumentError */
export async function readForeignText(request: ParseRequest, signal: AbortSignal): Promise<string> {
  const { passages } = await parseShortly(request, signal)
  let last = ''
  return passages
    .map(({ headings, passage }) => {
      const heading = headings.slice(1).join(' / ')
      const shown = heading !== '' && heading !== last ? `## ${heading}\n\n${passage}` : passage
      last = heading
      return shown
    })
    .join('\n\n')
}
