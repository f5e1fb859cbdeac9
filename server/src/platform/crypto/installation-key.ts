import { SealError, newKey } from './crypto.ts'
import type { KeyRing } from './crypto.ts'
import type { Database, SystemTx } from '../db/database.ts'
import { StartError } from '../start-error.ts'

/** Key for address hashes and for sealed links in emails (`address-hash.ts`). */
const name = 'address-hash'
const place = `installation-key:${name}`

/**
 * The key of hashes that must match as long as the data lives: 32 bytes in base64, created at the first start, stored in the database
 * and sealed with the operator's key, so rotation changes no hash. @throws StartError when no key opens it: suppressions would be lost.
 */
export async function readInstallationKey(db: Pick<Database, 'withSystem'>, keyRing: KeyRing): Promise<string> {
  const sealed = await db.withSystem(async (tx) => (await findSealed(tx)) ?? (await makeKey(tx, keyRing)))
  try {
    return keyRing.decrypt(sealed, place)
  } catch (cause) {
    if (!(cause instanceof SealError)) throw cause
    throw new StartError(
      'The key of the suppression lists opens with no configured key, and without it nobody could tell who must not be reached. Set ENCRYPTION_KEY (or ENCRYPTION_KEY_PREVIOUS) to the key that Imperium ran with before.',
      { cause },
    )
  }
}

const findSealed = async (tx: SystemTx): Promise<string | undefined> =>
  (await tx.selectFrom('installation_keys').select('sealed').where('name', '=', name).executeTakeFirst())?.sealed

/** Two processes that start concurrently both use the first one's key. */
async function makeKey(tx: SystemTx, keyRing: KeyRing): Promise<string> {
  await tx
    .insertInto('installation_keys')
    .values({ name, sealed: keyRing.encrypt(newKey(), place) })
    .onConflict((on) => on.column('name').doNothing())
    .execute()
  const sealed = await findSealed(tx)
  if (sealed === undefined) throw new Error('the installation key was not kept')
  return sealed
}

/** Seals it under the current key of the operator. @returns how many were sealed anew. */
export async function rewrapInstallationKey({ keyRing }: { keyRing: KeyRing }, tx: SystemTx): Promise<number> {
  const sealed = await findSealed(tx)
  if (sealed === undefined || !keyRing.needsRotation(sealed)) return 0
  await tx
    .updateTable('installation_keys')
    .set({ sealed: keyRing.rewrap(sealed, place) })
    .where('name', '=', name)
    .execute()
  return 1
}
