import type { z } from 'zod'
import type { Credential, workflowCredentials } from '@imperium/contract/workflows/workflow-credentials.ts'
import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { AppError, conflict, invalid, notFound } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { credentialPlace, previewOf } from './credential-secret.ts'
import {
  deleteCredential,
  findCredential,
  insertCredential,
  isNameTaken,
  kindOf,
  listCredentials,
  lockCredential,
  updateCredentialRow,
  usersOf,
} from './credentials-store.ts'
import type { CredentialRow, CredentialUser } from './credentials-store.ts'

type NewCredential = z.output<typeof workflowCredentials.create.body>
type CredentialChange = z.output<typeof workflowCredentials.update.body>

const toCredential = (row: CredentialRow, users: readonly CredentialUser[]): Credential => ({
  id: row.id,
  name: row.name,
  kind: kindOf(row),
  field: row.field,
  preview: row.preview,
  hosts: row.hosts,
  usedBy: users.slice(0, 50).map(({ id, name }) => ({ id, name })),
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})

async function show(tx: OrgTx, id: string): Promise<Credential> {
  const row = await findCredential(tx, id)
  if (!row) throw notFound()
  return toCredential(row, (await usersOf(tx, [id])).get(id) ?? [])
}

export async function pageOfCredentials(tx: OrgTx, limit: number, after: string | null): Promise<Credential[]> {
  const rows = await listCredentials(tx, limit, after)
  const users = await usersOf(
    tx,
    rows.map((row) => row.id),
  )
  return rows.map((row) => toCredential(row, users.get(row.id) ?? []))
}

const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,80}$/
const reserved = /^(host|connection|content-length|transfer-encoding|keep-alive|upgrade|te|trailer|expect|idempotency-key|proxy-.*)$/i

/** Checks what each kind needs. A secret goes into a header, so it must consist of printable characters. */
function checkParts({ kind, field, secret }: Pick<NewCredential, 'kind' | 'field'> & { secret?: string | undefined }): void {
  const wrong = (path: string, message: string) => invalid([{ path, message }])
  if (kind === 'header' && (!headerName.test(field) || reserved.test(field))) throw wrong('field', 'Enter a valid header name')
  if (kind === 'query' && field === '') throw wrong('field', 'Enter the name of the parameter')
  if (kind === 'basic' && (field === '' || field.includes(':'))) throw wrong('field', 'Enter the user name, without a colon')
  if (secret !== undefined && kind !== 'basic' && !/^[\x20-\x7e]+$/.test(secret))
    throw wrong('secret', 'Contains characters that are not allowed')
}

const nameTaken = (): AppError => {
  const message = 'Another credential has this name.'
  return new AppError('CONFLICT', 409, message, { errors: [{ path: 'name', message }] })
}

const columnsOf = (platform: Platform, id: string, secret: string) => ({
  secret: platform.keyRing.encrypt(secret, credentialPlace(id)),
  preview: previewOf(secret),
})

/** @throws 422 by field; 409 when another credential has the name. */
export async function createCredential(platform: Platform, { tx, actor, audit }: OrgContext, body: NewCredential): Promise<Credential> {
  checkParts(body)
  const { secret, name, kind, field, hosts } = body
  const id = newId()
  const made = await insertCredential(tx, {
    id,
    name,
    kind,
    field,
    hosts: [...new Set(hosts)],
    created_by: actor.name,
    ...columnsOf(platform, id, secret),
  })
  if (!made) throw nameTaken()
  audit({ targetId: id, targetName: name, after: { kind, hosts } })
  return show(tx, id)
}

/** A secret stays bound to the hosts it was entered for: adding a host requires the secret again. @throws 404, 409, 422. */
export async function updateCredential(
  platform: Platform,
  { tx, audit }: OrgContext,
  id: string,
  body: CredentialChange,
): Promise<Credential> {
  const row = await lockCredential(tx, id)
  if (!row) throw notFound()
  checkParts(body)
  const { secret, name, kind, field } = body
  const hosts = [...new Set(body.hosts)]
  if (secret === undefined && hosts.some((host) => !row.hosts.includes(host)))
    throw invalid([{ path: 'secret', message: 'Enter the secret again to send it to another host' }])
  if (await isNameTaken(tx, name, id)) throw nameTaken()
  await updateCredentialRow(tx, id, { name, kind, field, hosts, ...(secret === undefined ? {} : columnsOf(platform, id, secret)) })
  audit({
    targetName: name,
    before: { kind: row.kind, hosts: row.hosts },
    after: { kind, hosts, isRenewed: secret !== undefined },
  })
  return show(tx, id)
}

/** @throws 404; 409 while a published workflow or an open run uses it. */
export async function removeCredential({ tx, audit }: OrgContext, id: string): Promise<null> {
  const row = await lockCredential(tx, id)
  if (!row) throw notFound()
  const users = ((await usersOf(tx, [id])).get(id) ?? []).filter(({ isPublished }) => isPublished)
  if (users.length > 0)
    throw conflict(
      message('Published workflows use this credential: {workflows}.', { workflows: users.map(({ name }) => name).join(', ') }),
    )
  await deleteCredential(tx, id)
  audit({ targetName: row.name })
  return null
}
