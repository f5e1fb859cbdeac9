import { asValue, message, textOf, worded } from '@imperium/contract/kit/message.ts'
import { AppError } from '../../../platform/errors.ts'
import type { StepResult } from './step-type.ts'

/** A product rule's refusal fails the step with its public message; any other error is rethrown as a fault. */
export function failWith(error: unknown): StepResult {
  if (!(error instanceof AppError)) throw error
  const [first, ...rest] = error.errors ?? []
  const text = first
    ? message('{reason} {details}', {
        reason: asValue(error.text),
        details: rest.reduce((all, next) => message('{all}; {next}', { all, next: asValue(textOf(next)) }), asValue(textOf(first))),
      })
    : error.text
  return { kind: 'failed', code: error.code, ...worded(text), retryable: false }
}
