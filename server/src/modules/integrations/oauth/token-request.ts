import { EgressError } from '../../../platform/http-out/egress-error.ts'
import { fill } from '../kit/auth.ts'
import type { OAuth } from '../kit/auth.ts'
import type { Outside } from '../kit/open-connection.ts'
import { textAt } from '../kit/read-value.ts'
import { createRedactor } from '../kit/redact.ts'
import { ServiceError } from '../kit/service-error.ts'

export interface Tokens {
  accessToken: string
  refreshToken: string
  /** Null where the service does not say. */
  expiresAt: Date | null
  /** The fields that requests need (`keep`). */
  kept: Record<string, string>
}

const timeoutMs = 30_000
const maxBytes = 256 * 1024

/** Asks the token address. `grant`: the parameters besides the client's. @throws ServiceError with the provider's words. */
export async function requestTokens(
  outside: Outside,
  auth: OAuth,
  fields: Readonly<Record<string, string>>,
  grant: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Tokens> {
  const { clientId = '', clientSecret = '' } = fields
  const inHeader = auth.clientAuth === 'basic'
  const body = new URLSearchParams({
    ...grant,
    ...(inHeader ? {} : { client_id: clientId, ...(clientSecret === '' ? {} : { client_secret: clientSecret }) }),
  })
  const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64')
  const headers = {
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
    ...(inHeader ? { authorization: `Basic ${basic}` } : {}),
  }
  const response = await exchange(outside, fill(auth.tokenUrl, fields), {
    method: 'POST',
    headers,
    body: body.toString(),
    signal,
    timeoutMs,
    maxBytes,
  })
  const accessToken = textAt(response.body, 'access_token')
  if (response.status > 299 || accessToken === '') {
    const reason = textAt(response.body, 'error_description') || textAt(response.body, 'error') || 'The provider gave no token'
    const redact = createRedactor([clientSecret, ...Object.values(grant)])
    throw new ServiceError(redact(reason).slice(0, 500), {
      status: response.status === 400 ? 401 : response.status,
      isRetryable: response.status >= 500,
    })
  }
  const seconds = Number(textAt(response.body, 'expires_in'))
  return {
    accessToken,
    refreshToken: textAt(response.body, 'refresh_token'),
    expiresAt: seconds > 0 ? new Date(outside.now().getTime() + seconds * 1_000) : null,
    kept: Object.fromEntries((auth.keep ?? []).map((name) => [name, textAt(response.body, name)])),
  }
}

async function exchange(
  outside: Outside,
  url: string,
  init: Parameters<Outside['httpOut']['fetch']>[1],
): Promise<{ status: number; body: unknown }> {
  try {
    const response = await outside.httpOut.fetch(url, init)
    const text = await response.text()
    return {
      status: response.status,
      body: text.trimStart().startsWith('{') ? (JSON.parse(text) as unknown) : { error: text.slice(0, 300) },
    }
  } catch (error) {
    if (error instanceof EgressError) throw new ServiceError(error.publicMessage, { isRetryable: true, cause: error })
    if (error instanceof SyntaxError) throw new ServiceError('The provider did not answer in a form we understand', { cause: error })
    throw error
  }
}
