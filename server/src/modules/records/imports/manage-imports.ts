import { importLimits } from '@imperium/contract/contacts/contact-imports.ts'
import { recordImports } from '@imperium/contract/entities/record-imports.ts'
import type { RecordImport, RecordImportSettings } from '@imperium/contract/entities/record-imports.ts'
import type { Data } from '@imperium/contract/kit/endpoint.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { conflict, invalid } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { storageLeft } from '../../../platform/metering/metering.ts'
import { storageFull } from '../../../platform/metering/plan-limits.ts'
import { bindOperations } from '../../../platform/operations/context.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found } from '../../../platform/resources/checks.ts'
import type { LiveEntity } from '../../entities/index.ts'
import { readableEntity } from '../change-records.ts'
import * as store from './import-store.ts'
import { proposeEntity } from './propose-fields.ts'
import { previewImport } from './preview-import.ts'
import { recordImportJobName } from './run-import.ts'
import type { RecordImportJobData } from './run-import.ts'

const keptDays = 30
const dayMs = 86_400_000

const shown = async (tx: OrgContext['tx'], id: string): Promise<RecordImport> => store.toImport(found(await store.findImport(tx, id)))

/** @throws 404; 409 PLAN_LIMIT where the plan has no room for the file. */
async function createImport(
  { files, clock }: Platform,
  { tx, actor, audit }: OrgContext,
  entityName: string,
  { fileName, sizeBytes }: { fileName: string; sizeBytes: number },
): Promise<RecordImport> {
  const entity = await readableEntity(tx, entityName)
  if (entity.status !== 'active') throw conflict('The entity is deprecated: no new records are made.')
  if (sizeBytes > (await storageLeft(tx))) throw await storageFull(tx)
  const expiresAt = new Date(clock.now().getTime() + keptDays * dayMs)
  const fileId = await files.begin(tx, { name: fileName, contentType: 'text/csv', expiresAt })
  const id = newId()
  await store.insertImport(tx, { id, entityId: entity.id, fileId, fileName, totalBytes: sizeBytes, byName: actor.name })
  audit({ targetId: id, targetName: fileName, after: { entity: entityName, sizeBytes } })
  return shown(tx, id)
}

/** @throws 404; 409 for a piece that does not join on. */
async function uploadPiece(
  { files }: Platform,
  { tx }: OrgContext,
  id: string,
  part: { offset: number; bytes: Uint8Array },
): Promise<Data<typeof recordImports.upload>> {
  const held = found(await store.lockImport(tx, id))
  const end = part.offset + part.bytes.length
  // The answer to the last piece may have been lost, and the piece comes again.
  if (held.status === 'uploaded' && end <= held.total_bytes) return { receivedBytes: held.total_bytes, status: 'uploaded' }
  if (held.status !== 'uploading' || !held.file_id) throw conflict('The file of this import is already uploaded.')
  if (end > held.total_bytes) {
    const text = message('The file was announced with {bytes} bytes, but this part exceeds them', { bytes: held.total_bytes })
    throw invalid([{ path: 'offset', ...text }])
  }
  const receivedBytes = await files.append(tx, held.file_id, { ...part, maxBytes: importLimits.fileBytes })
  if (receivedBytes < held.total_bytes) return { receivedBytes, status: 'uploading' }
  await files.complete(tx, held.file_id)
  await store.setUploaded(tx, id)
  return { receivedBytes, status: 'uploaded' }
}

/** Names of fields become their ids. @throws 422 for a field that the entity does not have, or that a file cannot fill. */
function storedSettings({ fields }: LiveEntity, settings: RecordImportSettings): store.StoredSettings {
  const idOf = (name: string, path: string): string => {
    if (name === '') return ''
    const field = fields.find((each) => each.name === name)
    if (!field) throw invalid([{ path, ...message('There is no field "{field}"', { field: name }) }])
    if (field.type === 'autonumber') throw invalid([{ path, message: 'The number is given automatically' }])
    return field.id
  }
  const columns = settings.columns.map((name, at) => idOf(name, `settings.columns.${at}`))
  return { ...settings, columns, match: idOf(settings.match, 'settings.match') }
}

/** @throws 404; 409 unless the file is there and waits; 422. */
async function startImport(
  { jobs }: Platform,
  { tx, audit }: OrgContext,
  id: string,
  settings: RecordImportSettings,
): Promise<RecordImport> {
  const held = found(await store.lockImport(tx, id))
  if (held.status !== 'uploaded')
    throw conflict(held.status === 'uploading' ? 'The file is not fully uploaded yet.' : 'This import was already started.')
  await store.setRunning(tx, id, storedSettings(await readableEntity(tx, held.entity), settings))
  await jobs.send<RecordImportJobData>(tx, recordImportJobName, { orgId: tx.orgId, importId: id })
  audit({ targetName: held.file_name, after: settings })
  return shown(tx, id)
}

/** @throws 404; 409 for one that has ended. */
async function cancelImport({ files }: Platform, { tx, audit }: OrgContext, id: string): Promise<RecordImport> {
  const held = found(await store.lockImport(tx, id))
  if (!(await store.setEnded(tx, id, 'cancelled', null))) throw conflict('This import has already finished.')
  if (held.file_id) await files.remove(tx, held.file_id)
  audit({ targetName: held.file_name })
  return shown(tx, id)
}

export const recordImportOperations = (platform: Platform) =>
  bindOperations(recordImports, {
    list: async ({ params }, { tx }) => {
      const { id } = await readableEntity(tx, params.entity)
      return (await store.listImports(tx, id)).map(store.toImport)
    },
    propose: ({ body }, { org }) => proposeEntity(org.id, body.bytes),
    create: ({ params, body }, context) => createImport(platform, context, params.entity, body),
    read: ({ params }, { tx }) => shown(tx, params.id),
    upload: ({ params, query, body }, context) => uploadPiece(platform, context, params.id, { offset: query.offset, bytes: body.bytes }),
    preview: ({ params, body }, context) => previewImport(platform, context, params.id, body),
    start: ({ params, body }, context) => startImport(platform, context, params.id, body.settings),
    cancel: ({ params }, context) => cancelImport(platform, context, params.id),
  })
