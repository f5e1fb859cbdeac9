import type { ContactImport, ImportSettings } from '@imperium/contract/contacts/contact-imports.ts'
import { importLimits } from '@imperium/contract/contacts/contact-imports.ts'
import type { Data, FileResponse } from '@imperium/contract/kit/endpoint.ts'
import type { contactImports } from '@imperium/contract/contacts/contact-imports.ts'
import { asValue, message, textOf } from '@imperium/contract/kit/message.ts'
import { csvLine } from '../../platform/text/csv.ts'
import { conflict, forbidden, invalid, notFound } from '../../platform/errors.ts'
import type { AppError, FieldError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { storageLeft } from '../../platform/metering/metering.ts'
import { storageFull } from '../../platform/metering/plan-limits.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import { requireProvedAddress } from '../../platform/operations/proved-address.ts'
import type { Platform } from '../../platform/platform.ts'
import { lockPurposesShared, listPurposes } from '../consents/index.ts'
import { listFields, lockFields } from '../contacts/index.ts'
import { resumeConfirmationRequests, stopConfirmationRequests } from './confirmation-store.ts'
import * as store from './import-store.ts'
import { isWorkbook } from '../../platform/text/recognise-table.ts'
import type { Open } from './recognise-layout.ts'
import { errorsFile } from './errors-file.ts'
import type { LeasedImport } from './import-store.ts'
import { faultOfWidth } from './preview-import.ts'
import { importJobName, resumableUntil } from './run-import.ts'
import type { ImportJobData } from './run-import.ts'
import { undoJobName } from './undo-import.ts'

type Tx = OrgContext['tx']
const dayMs = 86_400_000

async function lock(tx: Tx, id: string): Promise<LeasedImport> {
  const held = await store.lockImport(tx, id)
  if (!held) throw notFound()
  return held
}

async function shown(tx: Tx, id: string): Promise<ContactImport> {
  const held = await store.findImport(tx, id)
  if (!held) throw notFound()
  return store.presentImport(held)
}

export const readImport = shown

/** @throws 409 PLAN_LIMIT where the plan has no room for the file. */
export async function createImport(
  { files, clock }: Platform,
  { tx, actor, caller, key, audit }: OrgContext,
  { fileName, sizeBytes }: { fileName: string; sizeBytes: number },
): Promise<ContactImport> {
  if (sizeBytes > (await storageLeft(tx))) throw await storageFull(tx)
  const expiresAt = new Date(clock.now().getTime() + importLimits.undoDays * dayMs)
  const fileId = await files.begin(tx, { name: fileName, contentType: 'text/csv', expiresAt })
  const id = newId()
  await store.insertImport(tx, {
    id,
    fileId,
    fileName,
    totalBytes: sizeBytes,
    createdBy: actor.name,
    createdByUser: key ? null : caller.userId,
  })
  audit({ targetId: id, targetName: fileName, after: { sizeBytes } })
  return shown(tx, id)
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
  if (held.status !== 'uploading' || !held.fileId) throw conflict('The file of this import is already uploaded.')
  if (part.offset + part.bytes.length > held.totalBytes)
    throw invalid([
      { path: 'offset', ...message('The file was announced with {bytes} bytes, but this part exceeds them', { bytes: held.totalBytes }) },
    ])
  const receivedBytes = await files.append(tx, held.fileId, { ...part, maxBytes: importLimits.fileBytes })
  if (receivedBytes < held.totalBytes) {
    await store.touch(tx, id)
    return { receivedBytes, status: 'uploading' }
  }
  await files.complete(tx, held.fileId)
  await store.setStatus(tx, id, 'uploaded')
  return { receivedBytes, status: 'uploaded' }
}

/** What the settings name and the organization does not have, or not any more. */
export async function faultOfSettings(tx: Tx, { columns, consent }: ImportSettings): Promise<FieldError | null> {
  // A field that is deleted at the same time is either gone for us, or we are there for who deletes it.
  await lockFields(tx)
  const keys = new Set((await listFields(tx)).map((field) => `custom:${field.key}`))
  const unknown = columns.findIndex((target) => target.startsWith('custom:') && !keys.has(target))
  if (unknown >= 0)
    return { path: `settings.columns.${unknown}`, ...message('There is no field "{field}"', { field: columns[unknown]?.slice(7) ?? '' }) }
  const [path, purpose] =
    consent.kind === 'none'
      ? (['settings.consent.rows.purpose', consent.rows?.purpose] as const)
      : (['settings.consent.purpose', consent.purpose] as const)
  if (purpose === undefined) return null
  await lockPurposesShared(tx)
  const purposes = await listPurposes(tx)
  if (!purposes.some(({ key, archivedAt }) => key === purpose && !archivedAt)) return { path, message: 'This purpose does not exist' }
  if (consent.kind === 'granted' && consent.obtainedAt && new Date(consent.obtainedAt) > new Date())
    return { path: 'settings.consent.obtainedAt', message: 'This day is in the future' }
  return null
}

/** Letters go to everybody in the file; that a row asks for one is seen when it is read. */
export const mayRequestConsent = ({ columns, consent }: ImportSettings): boolean =>
  consent.kind === 'confirm' || columns.includes('consentStatus')

/** By the beginning of the file; a workbook is read as a whole, by the import itself. */
async function widthFault(begin: Uint8Array, settings: ImportSettings, tx: Tx): Promise<FieldError | null> {
  const open: Open = async function* () {
    yield begin
  }
  return isWorkbook(begin) ? null : faultOfWidth(tx.orgId, open, settings, await listFields(tx))
}

/** @throws 403 where letters may go out and the own address is not proved; 409 unless the file is there and waits; 422 for a field or a purpose that does not exist, or another number of columns than the file has. */
export async function startImport(
  { jobs, files }: Platform,
  { tx, audit, caller }: OrgContext,
  id: string,
  settings: ImportSettings,
): Promise<ContactImport> {
  if (mayRequestConsent(settings)) requireProvedAddress(caller)
  const held = await lock(tx, id)
  if (held.status !== 'uploaded')
    throw conflict(held.status === 'uploading' ? 'The file is not fully uploaded yet.' : 'This import was already started.')
  const fault =
    (await faultOfSettings(tx, settings)) ?? (held.fileId ? await widthFault(await files.head(tx, held.fileId), settings, tx) : null)
  if (fault) throw invalid([fault])
  await store.setStatus(tx, id, 'running', { settings, isStart: true })
  await jobs.send<ImportJobData>(tx, importJobName, { orgId: tx.orgId, importId: id })
  audit({ targetName: held.fileName, after: settings })
  return shown(tx, id)
}

/** Before the start it is gone with its file; a running one stops where it is, and can be resumed. @throws 409 for one that has ended. */
export async function cancelImport({ files, clock }: Platform, { tx, audit }: OrgContext, id: string): Promise<ContactImport> {
  const held = await lock(tx, id)
  if (!['uploading', 'uploaded', 'running'].includes(held.status)) throw conflict('This import has already finished.')
  await store.setStatus(tx, id, 'cancelled', { text: '', isEnd: true })
  await stopConfirmationRequests(tx, id)
  if (held.fileId && held.status === 'running') await files.keepUntil(tx, held.fileId, resumableUntil(clock))
  else if (held.fileId) await files.remove(tx, held.fileId)
  audit({ targetName: held.fileName })
  return shown(tx, id)
}

/** Why an import cannot go on. */
const refusals: Record<ContactImport['status'], () => AppError> = {
  uploading: () => conflict('This import was not started yet.'),
  uploaded: () => conflict('This import was not started yet.'),
  running: () => conflict('This import is already running.'),
  completed: () => conflict('This import has already read its whole file.'),
  undoing: () => conflict('This import was undone: it cannot be resumed.'),
  undone: () => conflict('This import was undone: it cannot be resumed.'),
  failed: () => conflict('The file of this import no longer exists, so it cannot be resumed. Upload the file again.'),
  cancelled: () => conflict('The file of this import no longer exists, so it cannot be resumed. Upload the file again.'),
}

/**
 * Goes on behind the last batch that was committed, with the settings of the start. @throws 403 as at the start; 409 for one that runs,
 * is whole, was undone, whose file is gone, or whose field or purpose is.
 */
export async function resumeImport(
  { jobs, files, clock }: Platform,
  { tx, audit, caller }: OrgContext,
  id: string,
): Promise<ContactImport> {
  const held = await lock(tx, id)
  const { settings, fileId } = held
  if (!held.resumableUntil || !settings || !fileId) throw refusals[held.status]()
  if (mayRequestConsent(settings)) requireProvedAddress(caller)
  const fault = await faultOfSettings(tx, settings)
  if (fault) throw conflict(message('This import cannot continue. {reason}', { reason: asValue(textOf(fault)) }))
  await store.setStatus(tx, id, 'running', { text: '', isResume: true })
  await resumeConfirmationRequests(tx, id)
  // Not in the middle of the work.
  await files.keepUntil(tx, fileId, new Date(clock.now().getTime() + importLimits.undoDays * dayMs))
  await jobs.send<ImportJobData>(tx, importJobName, { orgId: tx.orgId, importId: id })
  audit({ targetName: held.fileName, before: { status: held.status, rowsRead: held.rowsRead } })
  return shown(tx, id)
}

/** What it holds of people goes at once, and not with the days. @throws 409 for one that keeps none. */
export async function removeImportFile({ files }: Platform, { tx, audit }: OrgContext, id: string): Promise<ContactImport> {
  const held = await lock(tx, id)
  if (!held.resumableUntil || !held.fileId) throw conflict('This import has no stored file.')
  await files.remove(tx, held.fileId)
  audit({ targetName: held.fileName })
  return shown(tx, id)
}

/** Members undo their own imports without an approval. @throws 403; 409 for one that has changed nothing, or ended more than 30 days ago. */
export async function undoImport({ jobs, files }: Platform, context: OrgContext, id: string): Promise<ContactImport> {
  const { tx, audit, caller } = context
  const held = await lock(tx, id)
  if (held.createdByUser !== caller.userId && !context.may('contacts:erase'))
    throw forbidden('Only the member who started an import, owners and admins can undo it.')
  if (!held.undoableUntil) throw conflict('There is nothing to undo: an import can be undone for 30 days after its end.')
  if (held.fileId) await files.remove(tx, held.fileId)
  await store.setStatus(tx, id, 'undoing')
  await jobs.send<ImportJobData>(tx, undoJobName, { orgId: tx.orgId, importId: id })
  audit({ targetName: held.fileName, before: { created: held.createdCount, updated: held.updatedCount } })
  return shown(tx, id)
}

const errorsPerRead = 2_000

/** The rows that were left out as they stood in the file, each with what is wrong: to be put right and imported again. @throws 404. */
export async function exportErrors({ inOrg, audit }: Pick<OrgContext, 'inOrg' | 'audit'>, id: string): Promise<FileResponse> {
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
