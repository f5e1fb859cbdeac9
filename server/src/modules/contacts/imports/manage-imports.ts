import type { ContactImport, ImportSettings } from '@imperium/contract/contact-imports.ts'
import { importLimits } from '@imperium/contract/contact-imports.ts'
import type { Data, FileAnswer } from '@imperium/contract/kit/endpoint.ts'
import type { contactImports } from '@imperium/contract/contact-imports.ts'
import { csvLine } from '../../../platform/csv.ts'
import { conflict, invalid, notFound, planLimit } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { storageLeft } from '../../../platform/metering.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import { requireProvedAddress } from '../../../platform/operations/proved-address.ts'
import type { Platform } from '../../../platform/platform.ts'
import { holdPurposes, listPurposes } from '../consent/purposes.ts'
import { listFields, lockFields } from '../field-store.ts'
import { dropAsks } from './ask-store.ts'
import * as store from './import-store.ts'
import { errorsFile } from './errors-file.ts'
import type { HeldImport } from './import-store.ts'
import { importJobName } from './run-import.ts'
import type { ImportJobData } from './run-import.ts'
import { undoJobName } from './undo-import.ts'

type Tx = OrgContext['tx']

async function lock(tx: Tx, id: string): Promise<HeldImport> {
  const held = await store.lockImport(tx, id)
  if (!held) throw notFound()
  return held
}

async function told(tx: Tx, id: string): Promise<ContactImport> {
  const held = await store.findImport(tx, id)
  if (!held) throw notFound()
  return store.presentImport(held)
}

export const readImport = told

/** @throws 409 PLAN_LIMIT where the plan has no room for the file. */
export async function createImport(
  { files, clock }: Platform,
  { tx, actor, audit }: OrgContext,
  { fileName, sizeBytes }: { fileName: string; sizeBytes: number },
): Promise<ContactImport> {
  if (sizeBytes > (await storageLeft(tx)))
    throw planLimit('The storage of your plan has no room for this file. Delete files or choose a larger plan.')
  const expiresAt = new Date(clock.now().getTime() + importLimits.undoDays * 86_400_000)
  const fileId = await files.begin(tx, { name: fileName, contentType: 'text/csv', expiresAt })
  const id = newId()
  await store.insertImport(tx, { id, fileId, fileName, totalBytes: sizeBytes, createdBy: actor.name })
  audit({ targetId: id, targetName: fileName, after: { sizeBytes } })
  return told(tx, id)
}

/** The last piece makes the file whole. @throws 409 for a piece that does not join on. */
export async function uploadPiece(
  { files }: Platform,
  { tx }: OrgContext,
  id: string,
  part: { offset: number; bytes: Uint8Array },
): Promise<Data<typeof contactImports.upload>> {
  const held = await lock(tx, id)
  // The answer to the last piece may have been lost, and the piece comes again.
  if (held.status === 'uploaded' && part.offset + part.bytes.length <= held.totalBytes)
    return { receivedBytes: held.totalBytes, status: 'uploaded' }
  if (held.status !== 'uploading' || !held.fileId) throw conflict('The file of this import is there already.')
  if (part.offset + part.bytes.length > held.totalBytes)
    throw invalid([{ path: 'offset', message: `The file was announced with ${held.totalBytes} bytes, and this piece ends behind them` }])
  const receivedBytes = await files.append(tx, held.fileId, { ...part, maxBytes: importLimits.fileBytes })
  if (receivedBytes < held.totalBytes) {
    await store.touch(tx, id)
    return { receivedBytes, status: 'uploading' }
  }
  await files.complete(tx, held.fileId)
  await store.setStatus(tx, id, 'uploaded')
  return { receivedBytes, status: 'uploaded' }
}

async function checkSettings(tx: Tx, { columns, consent }: ImportSettings): Promise<void> {
  // A field that is deleted at the same time is either gone for us, or we are there for who deletes it.
  await lockFields(tx)
  const keys = new Set((await listFields(tx)).map((field) => `custom:${field.key}`))
  const unknown = columns.findIndex((target) => target.startsWith('custom:') && !keys.has(target))
  if (unknown >= 0) throw invalid([{ path: `settings.columns.${unknown}`, message: `There is no field "${columns[unknown]?.slice(7)}"` }])
  const [path, purpose] =
    consent.kind === 'none'
      ? (['settings.consent.rows.purpose', consent.rows?.purpose] as const)
      : (['settings.consent.purpose', consent.purpose] as const)
  if (purpose === undefined) return
  await holdPurposes(tx)
  const purposes = await listPurposes(tx)
  if (!purposes.some(({ key, archivedAt }) => key === purpose && !archivedAt))
    throw invalid([{ path, message: 'There is no such purpose' }])
  if (consent.kind === 'granted' && consent.obtainedAt && new Date(consent.obtainedAt) > new Date())
    throw invalid([{ path: 'settings.consent.obtainedAt', message: 'This day has not come yet' }])
}

/** @throws 403 where letters may go out and the own address is not proved; 409 unless the file is there and waits; 422 for a field or a purpose that does not exist. */
export async function startImport(
  { jobs }: Platform,
  { tx, audit, caller }: OrgContext,
  id: string,
  settings: ImportSettings,
): Promise<ContactImport> {
  // Letters go to everybody in the file; that a row asks for one is seen when it is read.
  if (settings.consent.kind === 'confirm' || settings.columns.includes('consentStatus')) requireProvedAddress(caller)
  const held = await lock(tx, id)
  if (held.status !== 'uploaded')
    throw conflict(held.status === 'uploading' ? 'The file is not there whole yet.' : 'This import was started already.')
  await checkSettings(tx, settings)
  await store.setStatus(tx, id, 'running', { settings, isStart: true })
  await jobs.send<ImportJobData>(tx, importJobName, { orgId: tx.orgId, importId: id })
  audit({ targetName: held.fileName, after: settings })
  return told(tx, id)
}

/** Before the start it is gone with its file; a running one stops where it is. @throws 409 for one that has ended. */
export async function cancelImport({ files }: Platform, { tx, audit }: OrgContext, id: string): Promise<ContactImport> {
  const held = await lock(tx, id)
  if (!['uploading', 'uploaded', 'running'].includes(held.status)) throw conflict('This import has ended already.')
  await store.setStatus(tx, id, 'cancelled', { isEnd: true })
  await dropAsks(tx, id)
  if (held.fileId) await files.remove(tx, held.fileId)
  audit({ targetName: held.fileName })
  return told(tx, id)
}

/** @throws 409 for one that has changed nothing, or ended more than 30 days ago. */
export async function undoImport({ jobs }: Platform, { tx, audit }: OrgContext, id: string): Promise<ContactImport> {
  const held = await lock(tx, id)
  if (!held.undoableUntil) throw conflict('There is nothing to undo: an import can be undone for 30 days after its end.')
  await store.setStatus(tx, id, 'undoing')
  await jobs.send<ImportJobData>(tx, undoJobName, { orgId: tx.orgId, importId: id })
  audit({ targetName: held.fileName, before: { created: held.createdCount, updated: held.updatedCount } })
  return told(tx, id)
}

const errorsPerRead = 2_000

/** The rows that were left out as they stood in the file, each with what is wrong: to be put right and imported again. @throws 404. */
export async function exportErrors({ inOrg, audit }: Pick<OrgContext, 'inOrg' | 'audit'>, id: string): Promise<FileAnswer> {
  const held = await inOrg((tx) => store.findImport(tx, id))
  if (!held) throw notFound()
  audit({ targetName: held.fileName })
  const file = await errorsFile(held)
  async function* lines(): AsyncGenerator<string> {
    yield csvLine(file.head)
    let after = 0
    for (;;) {
      const from: number = after
      const errors = await inOrg((tx) => store.listErrors(tx, id, from, errorsPerRead))
      if (errors.length > 0) yield errors.map((error) => csvLine(file.record(error))).join('')
      after = errors.at(-1)?.row ?? from
      if (errors.length < errorsPerRead) return
    }
  }
  return { content: lines(), fileName: `${held.fileName.replace(/\.[^.]*$/, '')}-errors.csv` }
}
