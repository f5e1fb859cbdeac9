import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAddressHash } from '../../../platform/crypto/address-hash.ts'
import { newId } from '../../../platform/ids.ts'
import { decodeRecipient, encodeRecipient } from './recipient-token.ts'

const platform = { hashAddress: createAddressHash(Buffer.alloc(32, 7).toString('base64')) }

describe('the token of a recipient', () => {
  it('encodes recipient and send, is not case-sensitive, and fits into the local part of an address', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (sendId, contactId) => {
        const token = encodeRecipient(platform, { sendId, contactId })
        expect(decodeRecipient(platform, token)).toEqual({ sendId, contactId })
        expect(decodeRecipient(platform, token.toUpperCase())).toEqual({ sendId, contactId })
        expect(`b+${token}`.length).toBeLessThanOrEqual(64)
      }),
    )
  })

  it('rejects a token with any changed character, or from another installation', () => {
    const token = encodeRecipient(platform, { sendId: newId(), contactId: newId() })
    for (let at = 0; at < token.length - 1; at += 1) {
      const changed = token.slice(0, at) + (token[at] === 'a' ? 'b' : 'a') + token.slice(at + 1)
      expect(decodeRecipient(platform, changed)).toBeNull()
    }
    expect(decodeRecipient({ hashAddress: createAddressHash(Buffer.alloc(32, 8).toString('base64')) }, token)).toBeNull()
    expect(decodeRecipient(platform, 'nonsense')).toBeNull()
  })
})
