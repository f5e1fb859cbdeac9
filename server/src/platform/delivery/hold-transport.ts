import { heldText } from '../installation/held-error.ts'
import type { Hold } from '../installation/hold.ts'
import type { Transport } from './transport.ts'

/** Puts every message off while effects are held, whatever way it would take. */
export const holdTransport = (hold: Pick<Hold, 'isOn'>, transport: Transport): Transport => ({
  channel: transport.channel,
  adapter: transport.adapter,
  send: async (message) =>
    hold.isOn() ? { kind: 'put-off', throttled: false, retryAfterMs: 60_000, response: heldText } : transport.send(message),
  ...(transport.prepare ? { prepare: (message) => transport.prepare?.(message) } : {}),
  close: () => transport.close(),
})
