import { AppError } from '../../../platform/errors.ts'
import type { StepResult } from './step-type.ts'

/** What a rule of the product refuses is the step's failure, in the words that people see; anything else is a fault of ours. */
export function failWith(error: unknown): StepResult {
  if (!(error instanceof AppError)) throw error
  const details = error.errors?.map((each) => each.message).join('; ')
  return { kind: 'failed', code: error.code, message: details ? `${error.message} ${details}` : error.message, retryable: false }
}
