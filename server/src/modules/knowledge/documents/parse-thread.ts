// Reads foreign files away from the event loop: what hangs or eats memory costs this thread and not the process.
import { decodeText } from '../../../platform/text/charset.ts'
import { answerRequests } from '../../../platform/threads/answer-requests.ts'
import type { PageRequest, ParseReply } from './parse-document.ts'
import type { ParseRequest } from './parse-file.ts'

// Each loads only what it needs: a thread begins for every page.
answerRequests<ParseRequest | PageRequest, ParseReply>(async (request) => {
  if ('url' in request) {
    const { readPage } = await import('../sources/read-page.ts')
    const read = decodeText(request.bytes, { contentType: request.contentType, isMarkup: true })
    if (!read) throw new Error('charset')
    return { page: readPage(read.text, request.url) }
  }
  const { parseFile } = await import('./parse-file.ts')
  return parseFile(request)
})
