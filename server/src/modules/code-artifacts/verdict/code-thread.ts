// Parses what agents and members wrote away from the event loop, with limits of time and memory.
import { answerRequests } from '../../../platform/threads/answer-requests.ts'
import { judgeCode } from './judge-code.ts'
import { PrepareError, prepareFunction } from './prepare-function.ts'
import type { VerdictReply, VerdictRequest } from './ask-verdict.ts'

answerRequests<VerdictRequest, VerdictReply>(async ({ kind, language, code }) => {
  if (kind === 'judge') return { faults: await judgeCode(language, code) }
  try {
    return { prepared: await prepareFunction(language, code) }
  } catch (error) {
    if (error instanceof PrepareError) return { refusal: error.message }
    throw error
  }
})
