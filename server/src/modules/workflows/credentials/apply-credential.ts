import type { Credential } from '@imperium/contract/workflows/workflow-credentials.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { isBoundTo } from './credential-hosts.ts'
import { openCredential } from './credential-secret.ts'
import { findCredential, kindOf, markUsed } from './credentials-store.ts'

/** A decrypted credential for one request. Never stored, never logged. */
export interface OpenCredential {
  kind: Credential['kind']
  field: string
  secret: string
  hosts: readonly string[]
}

/** Decrypts a credential for a step and notes that it was used; null when it is gone. @throws 409 when it does not open. */
export async function openCredentialForUse(platform: Platform, tx: OrgTx, id: string): Promise<OpenCredential | null> {
  const row = await findCredential(tx, id)
  if (!row) return null
  const secret = openCredential(platform.keyRing, id, row.secret)
  await markUsed(tx, id, platform.clock.now())
  return { kind: kindOf(row), field: row.field, secret, hosts: row.hosts }
}

const basicOf = ({ field, secret }: OpenCredential): string => Buffer.from(`${field}:${secret}`).toString('base64')

/** Adds the secret to a request if its host is allowed; returns whether it did. */
export function applyCredential(credential: OpenCredential, url: URL, headers: Headers): boolean {
  if (!isBoundTo(credential.hosts, url)) return false
  const { kind, field, secret } = credential
  if (kind === 'bearer') headers.set('authorization', `Bearer ${secret}`)
  else if (kind === 'basic') headers.set('authorization', `Basic ${basicOf(credential)}`)
  else if (kind === 'header') headers.set(field, secret)
  else url.searchParams.set(field, secret)
  return true
}

const shortest = 4

/** Removes the secret from a text: a response that echoes the request must not bring it into the run's history. */
export function withoutSecret(text: string, credential: OpenCredential | null): string {
  if (!credential || credential.secret.length < shortest) return text
  const { secret } = credential
  const inForm = new URLSearchParams({ s: secret }).toString().slice(2)
  const spellings = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), inForm, basicOf(credential)]
  return spellings.reduce((clean, spelling) => clean.replaceAll(spelling, '[redacted]'), text)
}
