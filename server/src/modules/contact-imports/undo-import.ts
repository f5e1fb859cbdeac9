import type { OrgTx } from '../../platform/db/database.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { changeNumbers, removeImportedConsent } from '../consents/index.ts'
import { eraseContacts, importedContacts, lockContacts, recordContactEvents } from '../contacts/index.ts'
import { deleteConfirmationRequests } from './confirmation-store.ts'
import type { FieldChanges } from './batch-store.ts'
import { deleteErrors, setStatus, claimImport, writeUndone } from './import-store.ts'
import type { LeasedImport } from './import-store.ts'
import type { ImportJobData } from './run-import.ts'
import { deleteMembers, takeChanges } from './undo-store.ts'

export const undoJobName = 'contacts.undoImport'

const jobLimitMs = 60_000
const erasedPerStep = 250
const restoredPerStep = 1_000

const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right)

/** Restores a field only if it still has the value that the import wrote; later changes stay. */
function restoreFields(
  now: Omit<importedContacts.RestoredRow, 'phoneHash'>,
  changes: FieldChanges,
): Omit<importedContacts.RestoredRow, 'phoneHash'> {
  const after = { ...now, custom: { ...now.custom } }
  for (const [field, [before, written]] of Object.entries(changes)) {
    if (field === 'tags') {
      const added = new Set((written as string[]).filter((tag) => !(before as string[]).includes(tag)))
      after.tags = now.tags.filter((tag) => !added.has(tag))
    } else if (field.startsWith('custom.')) {
      const key = field.slice('custom.'.length)
      if (!same(now.custom[key], written)) continue
      if (before === null) delete after.custom[key]
      else after.custom[key] = before
    } else if (same(now[field as keyof typeof now], written)) Object.assign(after, { [field]: before })
  }
  return after
}

async function restoreStep(platform: Platform, tx: OrgTx, undone: LeasedImport): Promise<number> {
  const taken = await takeChanges(tx, undone.id, restoredPerStep)
  const ids = taken.map(({ id }) => id)
  const changesOf = new Map(taken.map(({ id, changes }) => [id, changes]))
  const contacts = await lockContacts(tx, ids)
  const rows = contacts.map((contact) => {
    const restored = restoreFields(contact, changesOf.get(contact.id) ?? {})
    return { ...restored, phoneHash: restored.phone ? platform.hashAddress(restored.phone).toString('hex') : null }
  })
  const how = { actorName: undone.createdBy, exceptImport: undone.id }
  await changeNumbers(platform, tx, { before: contacts, after: rows, how }, () => importedContacts.restoreContacts(tx, rows))
  await removeImportedConsent(tx, undone.id, ids)
  await recordContactEvents(
    tx,
    rows.map(({ id }) => ({
      contactId: id,
      type: 'contact.importUndone',
      actorName: undone.createdBy,
      data: { importId: undone.id, file: undone.fileName },
    })),
  )
  return taken.length
}

/** Erases the next contacts that the import made, by the erasure that reaches every module. */
async function eraseStep(platform: Platform, tx: OrgTx, held: LeasedImport): Promise<number> {
  const ids = await importedContacts.listMade(tx, held.id, erasedPerStep)
  // The audit row of the undo says that they went; each by itself would be a list of hashes longer than the file.
  if (ids.length > 0) await eraseContacts(platform, { tx, audit: () => undefined }, ids, { undoneImport: held.id })
  return ids.length
}

/** @returns false if another process has the undo now. */
async function step(platform: Platform, orgId: string, held: LeasedImport): Promise<'more' | 'done' | 'void'> {
  return platform.db.withOrg(orgId, async (tx) => {
    const count = (await eraseStep(platform, tx, held)) || (await restoreStep(platform, tx, held))
    if (!(await writeUndone(tx, held.id, held.epoch, count))) throw new Void()
    if (count > 0) return 'more' as const
    await setStatus(tx, held.id, 'undone')
    return 'done' as const
  })
}

class Void extends Error {}

/** Takes an import back, step by step: killed at any moment, the next one finds what is left. */
export const undoJob = (platform: Platform): JobDefinition<ImportJobData> => ({
  name: undoJobName,
  lane: 'bulk',
  run: async ({ orgId, importId }, { signal }) => {
    const held = await platform.db.withOrg(orgId, async (tx) => {
      const taken = await claimImport(tx, importId, 'undoing')
      // Lines that were left out hold addresses too, and erasing looks through them for each.
      if (taken) {
        await deleteErrors(tx, importId)
        await deleteMembers(tx, importId)
        await deleteConfirmationRequests(tx, importId)
      }
      return taken
    })
    if (!held) return
    const until = performance.now() + jobLimitMs
    try {
      while ((await step(platform, orgId, held)) === 'more') {
        if (!signal.aborted && performance.now() < until) continue
        await platform.db.withOrg(orgId, (tx) => platform.jobs.send<ImportJobData>(tx, undoJobName, { orgId, importId }))
        return
      }
    } catch (error) {
      if (!(error instanceof Void)) throw error
    }
  },
})
