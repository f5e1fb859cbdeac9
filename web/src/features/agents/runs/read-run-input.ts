import { RunInput, runInputMaxBytes } from '@imperium/contract/runs.ts'
import type { z } from 'zod'
import { t } from '../../../lib/words.ts'

export type InputKind = 'text' | 'json'
export type RunBody = z.input<typeof RunInput>
export type ReadInput = { ok: true; input: RunBody } | { ok: false; message: string }

/** Converts the input box to the body of a run, or returns why it is invalid. */
export function readRunInput(kind: InputKind, typed: string): ReadInput {
  if (typed.trim() === '') return { ok: false, message: t('Input is required') }
  if (new TextEncoder().encode(typed).length > runInputMaxBytes) return { ok: false, message: t('Input must be at most 64 KB') }
  if (kind === 'text') return { ok: true, input: typed }
  let value: unknown
  try {
    value = JSON.parse(typed)
  } catch (error) {
    return { ok: false, message: t('Not valid JSON: {reason}', { reason: error instanceof Error ? error.message : t('unreadable') }) }
  }
  const parsed = RunInput.safeParse(value)
  if (!parsed.success || typeof value !== 'object') return { ok: false, message: t('JSON input must be an object') }
  return { ok: true, input: parsed.data }
}

/** The input of an earlier run, as the box shows it. */
export function writeRunInput(input: unknown): { kind: InputKind; typed: string } {
  if (typeof input === 'string') return { kind: 'text', typed: input }
  return { kind: 'json', typed: JSON.stringify(input, null, 2) }
}
