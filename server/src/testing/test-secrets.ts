import { createHash } from 'node:crypto'
import type { Secrets } from '../platform/crypto/secrets.ts'

/** Keys of test databases only: derived from a text, so that the source contains no key. */
const derive = (word: string): string => createHash('sha256').update(word).digest('base64')

export const testEncryptionKey = derive('test encryption key')
export const testSecrets: Secrets = { encryptionKey: testEncryptionKey, encryptionKeysPrevious: [], signingKey: derive('test signing key') }

/** Of every account that tests make. */
export const testPassword = 'Correct-Horse-42!'
