import { messages } from '@imperium/contract/ai-models.ts'
import { SealError } from '../../platform/crypto/crypto.ts'
import type { KeyRing } from '../../platform/crypto/crypto.ts'
import { invalid } from '../../platform/errors.ts'
import { ModelError } from '../../platform/llm/model-error.ts'
import type { StoredKey } from './store.ts'

/** Binds a sealed key to its row: copied into another row or organization it does not open. */
export const apiKeyPlace = (configId: string) => `ai_model_configs.api_key:${configId}`

export const noKey: StoredKey = { sealed: null, preview: null }

/** Seals a key for its row. */
export const sealApiKey = (keyRing: KeyRing, configId: string, apiKey: string): StoredKey => ({
  sealed: keyRing.encrypt(apiKey, apiKeyPlace(configId)),
  preview: previewOf(apiKey),
})

/** First 8 and last 4 characters: enough to tell keys apart, and never more than a third of the key. */
export function previewOf(apiKey: string): string {
  const last = Math.min(4, Math.floor(apiKey.length / 6))
  const first = Math.min(8, Math.floor(apiKey.length / 3) - last)
  return `${apiKey.slice(0, first)}••••${last ? apiKey.slice(-last) : ''}`
}

/** @throws ModelError of kind `auth` if no key is stored or it cannot be decrypted; its message may be shown. */
export function openApiKey(keyRing: KeyRing, configId: string, sealed: string | null): string {
  if (sealed === null) throw new ModelError('auth', { providerMessage: 'No API key is kept for this model. Enter it again.' })
  try {
    return keyRing.decrypt(sealed, apiKeyPlace(configId))
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    const texts = 'The stored API key does not open with the configured encryption key. Enter it again.'
    throw new ModelError('auth', { providerMessage: texts })
  }
}

export const apiKeyRequired = () => invalid([{ path: 'apiKey', message: messages.apiKeyRequired }])
