import { createHash } from 'node:crypto'
import { EgressError } from '../../platform/http-out/egress-error.ts'
import type { Platform } from '../../platform/platform.ts'

/** What a request to a host really met. */
export interface Probe {
  /** A valid certificate for this host was presented. */
  isCertified: boolean
  /** This installation answered. */
  isOurs: boolean
  /** Why there is none: no connection, a certificate for another name, another server. */
  fault: 'unreachable' | 'certificate' | 'foreign' | null
}

export const probePath = '/.well-known/domain-check/'

/** What this installation alone can answer: it knows the key. */
export const probeAnswer = ({ hashAddress }: Pick<Platform, 'hashAddress'>, question: string): string =>
  hashAddress(`domain-check ${question}`).toString('base64url')

const certificateCodes = /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/

function isCertificateFault(error: unknown): boolean {
  for (let each: unknown = error; each instanceof Error; each = each.cause)
    if ('code' in each && certificateCodes.test(String(each.code))) return true
  return false
}

/** Connects to the host as a browser would, on the port of PUBLIC_URL. */
export async function probeHost(platform: Platform, domain: string, challenge: string): Promise<Probe> {
  const { protocol, port } = new URL(platform.config.publicUrl)
  const question = createHash('sha256').update(`${domain} ${challenge}`).digest('base64url')
  const isSafe = protocol === 'https:'
  try {
    const response = await platform.httpOut.fetch(`${protocol}//${domain}${port ? `:${port}` : ''}${probePath}${question}`, {
      timeoutMs: 5_000,
      maxBytes: 10_000,
    })
    const text = await response.text()
    const isOurs = response.status === 200 && text === probeAnswer(platform, question)
    return { isCertified: isSafe, isOurs, fault: isOurs ? null : 'foreign' }
  } catch (error) {
    if (!(error instanceof EgressError)) throw error
    return { isCertified: false, isOurs: false, fault: isCertificateFault(error) ? 'certificate' : 'unreachable' }
  }
}
