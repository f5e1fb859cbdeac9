import net from 'node:net'
import { hostname } from 'node:os'
import { StartError, systemErrorCode } from '../start-error.ts'

/** The sentence for a port that cannot be opened; any other error as it is. */
export function explainListenFailure(error: unknown, port: number, host: string): unknown {
  const options = { cause: error }
  switch (systemErrorCode(error)) {
    case 'EADDRINUSE':
      return new StartError(`Port ${port} is in use. Stop what uses it, or start with another: npm start -- --port=${port + 1}`, options)
    case 'EACCES':
      return new StartError(`Port ${port} may not be opened by this account. Choose one above 1023: npm start -- --port=3000`, options)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(`${host} is no address of this machine (${hostname()}). Set HOST to one that is, or to 0.0.0.0.`, options)
    default:
      return error
  }
}

/** Opens and closes the port, so that a start that cannot succeed ends before it changes anything. */
export function checkPort(port: number, host: string): Promise<void> {
  const probe = net.createServer()
  return new Promise((resolve, reject) => {
    probe.once('error', (error) => reject(explainListenFailure(error, port, host)))
    probe.listen({ port, host }, () => probe.close(() => resolve()))
  })
}
