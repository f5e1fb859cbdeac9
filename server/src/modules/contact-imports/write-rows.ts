import type { ImportSettings } from '@imperium/contract/contacts/contact-imports.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { applyOptOuts, applyOptOutsToOthers } from './apply-opt-outs.ts'
import type { LeasedImport } from './import-store.ts'
import { rememberOptOuts } from './opt-outs-store.ts'
import { isOptOut } from './row-consent.ts'
import { nothingDone, writeBatch } from './write-batch.ts'
import type { BatchOutcome, GoodRow } from './write-batch.ts'

interface Rows {
  settings: ImportSettings
  good: readonly GoodRow[]
  /** Of rows with errors: whose person says no. */
  optOuts: readonly GoodRow[]
  /** Who answers for these rows: who started the import, or who corrected them. */
  actorName: string
}

/** Writes rows of an import: the contacts of the good ones, and the opt-outs of all. */
export async function writeRows(
  platform: Platform,
  tx: OrgTx,
  { id: importId, fileName }: LeasedImport,
  { settings, good, optOuts, actorName }: Rows,
): Promise<BatchOutcome> {
  const by = { importId, fileName, actorName }
  // Before anything else is written: a no stands wherever it is.
  const refusing = [...good.filter(({ consent }) => isOptOut(consent)), ...optOuts]
  await rememberOptOuts(
    platform,
    tx,
    importId,
    refusing.map(({ values }) => values),
  )
  const outcome = good.length > 0 ? await writeBatch(platform, tx, { settings, by, rows: good }) : nothingDone
  await applyOptOuts(platform, tx, { settings, by, rows: optOuts })
  await applyOptOutsToOthers(tx, { settings, by, rows: refusing })
  return outcome
}
