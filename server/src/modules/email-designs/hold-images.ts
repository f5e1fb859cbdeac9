import { invalid } from '../../platform/errors.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { imagesNamed } from './image-address.ts'
import { holdImageRows } from './image-store.ts'

/**
 * Call in the transaction that stores an email: its images cannot be deleted until the commit, and the deletion sees the email afterwards.
 * @throws 422 when an image of the organization is gone.
 */
export async function holdImages(tx: OrgTx, content: unknown): Promise<void> {
  const keys = imagesNamed(JSON.stringify(content)).flatMap(({ orgId, key }) => (orgId === tx.orgId ? [key] : []))
  if (keys.length === 0) return
  if ((await holdImageRows(tx, keys)) < keys.length)
    throw invalid([{ path: 'content', message: 'An image of this email was deleted. Choose another one.' }])
}
