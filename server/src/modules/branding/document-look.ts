import { fillFor } from '@imperium/contract/branding/contrast.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { readFileStart } from '../../platform/files.ts'
import { currentVersion, listImages, settingsOf } from './brand-store.ts'

/** The PNG of a logo or favicon; null: it is gone. */
export async function readBrandImage(tx: OrgTx, id: string): Promise<Buffer | null> {
  const [image] = await listImages(tx, [id])
  return image ? Buffer.from(await readFileStart(tx, image.file_id)) : null
}

/** What a brand gives to printed documents, where they have no look of their own. */
export async function readDocumentLook(tx: OrgTx): Promise<{ accent: string | null; logo: Uint8Array | null }> {
  const row = await currentVersion(tx)
  if (!row) return { accent: null, logo: null }
  const { primary, logoId } = settingsOf(row)
  const [image] = await listImages(tx, logoId === null ? [] : [logoId])
  // A logo of 800 x 200 pixels fits into the first megabyte.
  return { accent: fillFor(primary), logo: image ? await readFileStart(tx, image.file_id) : null }
}
