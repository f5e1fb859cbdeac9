import { AppError } from '../../../platform/errors.ts'
import type { StepResult } from './step-type.ts'

/** A product rule's refusal fails the step with its public message; any other error is rethrown as a fault. */
export function failWith(error: unknown): StepResult {
  if (!(error instanceof AppError)) throw error
  const details = error.errors?.map((each) => each.message).join('; ')
  return { kind: 'failed', code: error.code, message: details ? `${error.message} ${details}` : error.message, retryable: false }
}
