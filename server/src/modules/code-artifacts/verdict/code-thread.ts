// Parses what agents and members wrote away from the event loop, with limits of time and memory.
import { artifactLimits } from '@imperium/contract/code-artifacts/code-artifact.ts'
import { answerRequests } from '../../../platform/threads/answer-requests.ts'
import { MigrationError, entityOfSql } from './entity-of-sql.ts'
import { judgeCode } from './judge-code.ts'
import { PrepareError, prepareFunction } from './prepare-function.ts'
import type { VerdictReply, VerdictRequest } from './ask-verdict.ts'

/** Names of a document's parts may repeat them a hundred times over: every run of an agent reads these values. */
const mostCharacters = 2 * artifactLimits.codeCharacters

/** Both were judged before. @throws PrepareError */
async function valuesOf(language: string, code: string): Promise<string> {
  const values = JSON.stringify(language === 'json' ? JSON.parse(code) : await readYaml(code))
  if (values.length > mostCharacters) throw new PrepareError('The values of the configuration are too large.')
  return values
}

async function readYaml(code: string): Promise<unknown> {
  const { parseAllDocuments } = await import('yaml')
  const documents = parseAllDocuments(code, { prettyErrors: false })
  const [first, ...more] = Array.isArray(documents) ? documents : []
  if (more.length > 0) throw new PrepareError('A configuration is one YAML document.')
  try {
    return first?.toJS() ?? null
  } catch {
    throw new PrepareError('The values of the configuration are too large.')
  }
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
  try {
    if (kind === 'values') return { values: await valuesOf(language, code) }
    return { prepared: await prepareFunction(language, code) }
  } catch (error) {
    if (error instanceof PrepareError) return { refusal: error.message }
    throw error
  }
})
