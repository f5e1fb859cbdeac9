import { z } from 'zod'
import { newToken } from '../../../../platform/crypto/crypto.ts'
import { rememberAddress } from './callbacks-store.ts'
import { defineStep } from '../step-type.ts'

/** A call to this address continues a run. */
export const callbackUrl = (publicUrl: string, token: string): string => `${publicUrl}/api/hooks/resume/${token}`

/** The token of such an address; null for any other text. */
export const tokenOf = (address: string): string | null => /\/api\/hooks\/resume\/([\w-]{43})$/.exec(address.trim())?.[1] ?? null

export const callbackAddress = defineStep({
  // Runs once: a recomputed step would create another address.
  kind: 'commit',
  config: z.strictObject({}),
  about: {
    type: 'callback_address',
    label: 'Create a callback URL',
    description: 'Creates a callback URL for a later "Wait for a call" step.',
    category: 'flow',
    icon: 'webhook',
    ports: [{ port: 'next', label: 'Next' }],
    form: [],
    sample: { url: 'https://imperium.example.com/api/hooks/resume/1f9pX0bYqk3v7nQmT2cRz8wLh5sJd4eA6uGyKoViBxM' },
  },
  run: async ({ config: { publicUrl } }, tx, _config, { runId }) => {
    const token = newToken()
    await rememberAddress(tx, runId, token)
    return { kind: 'done', output: { url: callbackUrl(publicUrl, token) } }
  },
})
