import { validate } from '../validate.ts'
import type { Exchange, Validated } from './exchange.ts'

/** @throws 422 with every wrong field; 400 for absurdly deep JSON. */
export function validateInput({ operation, request }: Exchange): Validated {
  return { input: validate(operation.endpoint, request) }
}
