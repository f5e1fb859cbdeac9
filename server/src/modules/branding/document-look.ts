import { fillFor } from '@imperium/contract/branding/contrast.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { readFileStart } from '../../platform/files.ts'
import { currentVersion, listImages, settingsOf } from './brand-store.ts'

/** What a brand gives to printed documents, where they have no look of their own. */
export async function readDocumentLook(tx: OrgTx): Promise<{ accent: string | null; logo: Uint8Array | null }> {
  const row = await currentVersion(tx)
  if (!row) return { accent: null, logo: null }
  const { primary, logoId } = settingsOf(row)
  const [image] = await listImages(tx, logoId === null ? [] : [logoId])
  // A logo of 800 x 200 pixels fits into the first megabyte.
  return { accent: fillFor(primary), logo: image ? await readFileStart(tx, image.file_id) : null }
}
