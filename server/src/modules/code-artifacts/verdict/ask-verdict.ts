import type { ArtifactLanguage, SyntaxFault } from '@imperium/contract/code-artifacts/code-artifact.ts'
import { createThreadReader, ReaderFault, ReaderLimitError } from '../../../platform/threads/thread-reader.ts'
import type { EntityDraft } from './entity-of-sql.ts'
import type { PreparedCode } from './prepare-function.ts'

export interface VerdictRequest {
  kind: 'judge' | 'prepare' | 'values' | 'entity'
  language: ArtifactLanguage
  code: string
}
export type VerdictReply =
  | { faults: SyntaxFault[] }
  | { prepared: PreparedCode }
  | { refusal: string }
  | { values: string }
  | { entity: EntityDraft }

const ask = createThreadReader<VerdictRequest, VerdictReply>(new URL('./code-thread.ts', import.meta.url), { mostMs: 10_000 })

const stopped = (message: string): SyntaxFault[] => [{ line: 1, column: 1, message }]

/** The verdict of a strict parser; code that its parser cannot finish in time counts as faulty. */
export async function askVerdict(orgId: string, language: ArtifactLanguage, code: string): Promise<SyntaxFault[]> {
  try {
    const reply = await ask({ kind: 'judge', language, code }, { turn: { orgId } })
    return 'faults' in reply ? reply.faults : []
  } catch (error) {
    if (error instanceof ReaderLimitError) return stopped('The parser needed too much time or memory')
    if (error instanceof ReaderFault) return stopped('The parser could not read this code')
    throw error
  }
}

/** Code for the sandbox, or why it does not run there. */
export async function askPrepared(
  orgId: string,
  language: ArtifactLanguage,
  code: string,
): Promise<{ prepared: PreparedCode } | { refusal: string }> {
  try {
    const reply = await ask({ kind: 'prepare', language, code }, { turn: { orgId } })
    if ('prepared' in reply || 'refusal' in reply) return reply
    throw new TypeError('the thread answered another request')
  } catch (error) {
    if (error instanceof ReaderLimitError || error instanceof ReaderFault)
      return { refusal: 'The code could not be prepared for the sandbox.' }
    throw error
  }
}

/** The table of a migration as the draft of an entity, or why it is none. */
export async function askEntity(orgId: string, code: string): Promise<{ entity: EntityDraft } | { refusal: string }> {
  const reply = await ask({ kind: 'entity', language: 'sql', code }, { turn: { orgId } })
  if ('entity' in reply || 'refusal' in reply) return reply
  throw new TypeError('the thread answered another request')
}

/** A configuration as JSON text, null where its language holds no values; or why it cannot be read. */
export async function askValues(
  orgId: string,
  language: ArtifactLanguage,
  code: string,
): Promise<{ values: string | null } | { refusal: string }> {
  if (language !== 'json' && language !== 'yaml') return { values: null }
  try {
    const reply = await ask({ kind: 'values', language, code }, { turn: { orgId } })
    if ('values' in reply || 'refusal' in reply) return reply
    throw new TypeError('the thread answered another request')
  } catch (error) {
    if (error instanceof ReaderLimitError || error instanceof ReaderFault) return { refusal: 'The configuration could not be read.' }
    throw error
  }
}
