import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { idFromBytes, idToBytes } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'

/** Which approval, and who was asked: the link acts as that member. */
export interface ApprovalRef {
  orgId: string
  approvalId: string
  userId: string
}

type Signer = Pick<Platform, 'hashAddress'>

const tagBytes = 24
const plainBytes = 48
const keys = new WeakMap<Signer['hashAddress'], KeyObject>()

// Derived from the key of the addresses, which outlives every rotation: an approval may wait for a year.
function keyOf({ hashAddress }: Signer): KeyObject {
  const key = keys.get(hashAddress) ?? createSecretKey(hashAddress('\0workflow approval link'))
  keys.set(hashAddress, key)
  return key
}

const tagOf = (platform: Signer, plain: Buffer): Buffer =>
  createHmac('sha256', keyOf(platform)).update(plain).digest().subarray(0, tagBytes)

/** Signs a link: 96 characters that name three ids and say nothing else. */
export function sealApprovalLink(platform: Signer, { orgId, approvalId, userId }: ApprovalRef): string {
  const plain = Buffer.concat([idToBytes(orgId), idToBytes(approvalId), idToBytes(userId)])
  return Buffer.concat([plain, tagOf(platform, plain)]).toString('base64url')
}

/** What a link names; null for one that is not ours or was changed. */
export function openApprovalLink(platform: Signer, token: string): ApprovalRef | null {
  const sealed = Buffer.from(token, 'base64url')
  // One text for one link: what a decoder passes over is no other spelling of it.
  if (sealed.length !== plainBytes + tagBytes || sealed.toString('base64url') !== token) return null
  const plain = sealed.subarray(0, plainBytes)
  if (!timingSafeEqual(sealed.subarray(plainBytes), tagOf(platform, plain))) return null
  return {
    orgId: idFromBytes(plain.subarray(0, 16)),
    approvalId: idFromBytes(plain.subarray(16, 32)),
    userId: idFromBytes(plain.subarray(32)),
  }
}

export const approvalUrl = (platform: Signer & Pick<Platform, 'config'>, ref: ApprovalRef): string =>
  `${platform.config.publicUrl}/approve/${sealApprovalLink(platform, ref)}`
