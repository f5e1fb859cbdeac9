import { recordFailure } from './record-failure.ts'
import type { Exchange, Performed, Validated } from './exchange.ts'
import type { Inside, Layer } from './layer.ts'
import { openTransaction } from './open-transaction.ts'
import { respondOncePerKey } from './respond-once-per-key.ts'
import { recordSuccess } from './record-success.ts'

/** Around the handler, from the outside in. */
const layers: readonly Layer[] = [recordFailure, openTransaction, respondOncePerKey, recordSuccess]

const perform = layers.reduceRight<Inside>((inside, layer) => (exchange) => layer(exchange, inside), callHandler)

/** Runs the handler within its layers; an operation that only streams has no response body. */
export async function performOperation(exchange: Exchange & Validated): Promise<Performed> {
  return { result: exchange.operation.handler.answer ? await perform(exchange) : null }
}

async function callHandler(exchange: Exchange & Validated): Promise<unknown> {
  return (await exchange.operation.handler.answer?.(exchange.input, handlerContext(exchange) as never)) ?? null
}

function handlerContext({ context, identity, organization, tx }: Exchange): object {
  if (organization) return { ...organization, tx }
  return identity ? { ...context, caller: identity.caller, tx } : context
}
