import type { RunError } from '@imperium/contract/runs.ts'
import type { ModelError } from '../../platform/llm/model-error.ts'

/** Ends a run as failed, with a message for the user. */
export class RunFailure extends Error {
  readonly error: RunError
  constructor(error: RunError) {
    super(error.message)
    this.name = 'RunFailure'
    this.error = error
  }
}

const codeOfKind: Partial<Record<ModelError['kind'], RunError['code']>> = {
  auth: 'model_auth',
  rate_limited: 'model_rate_limited',
  invalid_request: 'model_refused',
  context_length: 'model_refused',
  not_found: 'model_refused',
  blocked_address: 'model_blocked_address',
}

export const failureOfModel = (error: ModelError): RunError => ({
  code: codeOfKind[error.kind] ?? 'model_unavailable',
  message: error.publicMessage,
})
