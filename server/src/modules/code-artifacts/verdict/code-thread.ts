// Parses what agents and members wrote away from the event loop, with limits of time and memory.
import { answerRequests } from '../../../platform/threads/answer-requests.ts'
import { MigrationError, entityOfSql } from './entity-of-sql.ts'
import { judgeCode } from './judge-code.ts'
import { PrepareError, prepareFunction } from './prepare-function.ts'
import type { VerdictReply, VerdictRequest } from './ask-verdict.ts'

/** Both were judged before. */
async function valuesOf(language: string, code: string): Promise<string> {
  if (language === 'json') return JSON.stringify(JSON.parse(code))
  const { parse } = await import('yaml')
  return JSON.stringify(parse(code) ?? null)
}

async function readEntity(code: string): Promise<VerdictReply> {
  try {
    return { entity: await entityOfSql(code) }
  } catch (error) {
    if (error instanceof MigrationError) return { refusal: error.message }
    throw error
  }
}

answerRequests<VerdictRequest, VerdictReply>(async ({ kind, language, code }) => {
  if (kind === 'judge') return { faults: await judgeCode(language, code) }
  if (kind === 'entity') return readEntity(code)
  if (kind === 'values') return { values: await valuesOf(language, code) }
  try {
    return { prepared: await prepareFunction(language, code) }
  } catch (error) {
    if (error instanceof PrepareError) return { refusal: error.message }
    throw error
  }
})
