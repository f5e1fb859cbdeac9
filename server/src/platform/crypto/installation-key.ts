import { SealError, newKey } from './crypto.ts'
import type { KeyRing } from './crypto.ts'
import type { Database, SystemTx } from '../db/database.ts'
import { StartError } from '../start-error.ts'

/** What addresses are hashed with, and what links in letters are sealed with (`address-hash.ts`). */
const name = 'address-hash'
const place = `installation-key:${name}`

/**
 * The key of what must match for as long as the data lives: 32 bytes in base64, made at the first start and kept in the database,
 * sealed with the operator's key. So a rotation of that key changes no hash, and every process uses the same one.
 * @throws StartError where no configured key opens it: starting with another would reach everybody who must not be reached.
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

/** Of two processes that start at once both use the first one's. */
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
