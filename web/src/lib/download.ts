import type { Call, Endpoint } from '@imperium/contract/kit/endpoint.ts'
import { withProof } from './confirm-identity.ts'
import { sendRequest } from './request.ts'

const timeoutMs = 120_000

/** Reads a file of the API and offers it for saving under the name that the server gives it. Throws ApiError. */
export async function downloadFile<const E extends Endpoint>(endpoint: E, input: Call<E>): Promise<void> {
  const response = await withProof(() => sendRequest(endpoint, input, { timeoutMs, headers: { accept: '*/*' } }))
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'download'
  link.click()
  // The browser reads the address after the click was handled.
  setTimeout(() => URL.revokeObjectURL(url), 1_000)
}
