import type { Socket } from 'node:net'
import { keyIn } from '../../kit/auth.ts'
import { ServiceError } from '../../kit/service-error.ts'

const mostBytes = 4 * 1024 * 1024
const countEveryMs = 20

const tooLarge = 'The answer is larger than 4 MB. Ask for fewer rows or columns.'

/** How a database is reached. `reader`: what it calls an account; `port`: its usual one. */
export const databaseAuth = (reader: 'role' | 'user', port: string) =>
  keyIn(
    {},
    {
      label: 'Password',
      hint: `Of a ${reader} that may only read what is meant to be read.`,
      fields: [
        { key: 'host', label: 'Host', kind: 'host', placeholder: 'db.acme.example' },
        { key: 'port', label: 'Port', kind: 'number', placeholder: port, isOptional: true },
        { key: 'database', label: 'Database' },
        { key: 'user', label: 'User' },
        { key: 'tls', label: 'TLS', placeholder: 'on', hint: 'Enter "off" inside of a network of your own only.', isOptional: true },
      ],
    },
  )

/** Cuts a connection off that sends more than 4 MB: clients keep an answer in memory as a whole. End it by `stop`. */
export function limitResponse(socket: Socket) {
  const isTooLarge = () => socket.bytesRead > mostBytes
  const counting = setInterval(() => isTooLarge() && socket.destroy(new Error(tooLarge)), countEveryMs)
  return {
    /** @throws ServiceError for an answer that arrived before it was counted. */
    check: () => {
      if (isTooLarge()) throw new ServiceError(tooLarge)
    },
    /** The error of a statement as the person sees it. */
    explain: (cause: unknown): ServiceError =>
      isTooLarge()
        ? new ServiceError(tooLarge, { cause })
        : new ServiceError(cause instanceof Error ? cause.message : 'The database refused', { isRetryable: false, cause }),
    stop: () => clearInterval(counting),
  }
}
