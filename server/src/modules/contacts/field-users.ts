import type { OrgTx } from '../../platform/db/database.ts'
import { conflict } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { createPlatformList } from '../../platform/platform-list.ts'
import { nameSome } from '../../platform/text/name-some.ts'
import { importsWithField } from './imports/import-store.ts'
import { segmentsWithField } from './segments/store.ts'
import { formsWithField } from './sign-up/sign-up-store.ts'

/** Names of what still needs the custom field with this key. */
export type FindFieldUsers = (tx: OrgTx, key: string) => Promise<string[]>

const finders = createPlatformList<FindFieldUsers>()

/** Lets a module that names custom fields (campaigns, workflows) be asked before one is taken away. */
export function onFieldUse(platform: Platform, find: FindFieldUsers): void {
  finders.add(platform, find)
}

/** @throws 409 with the files of imports that write the field just now: they were checked against it as it is. */
export async function assertNotImported(tx: OrgTx, key: string): Promise<void> {
  const files = await importsWithField(tx, key)
  if (files.length > 0) throw conflict(`An import is writing this field: ${nameSome(files)}. Wait until it has finished, or cancel it.`)
}

/** @throws 409 with the names of those that still need it: a segment would count nobody, a message would not be written. */
export async function assertFieldUnused(platform: Platform, tx: OrgTx, key: string): Promise<void> {
  const users = [
    ...(await segmentsWithField(tx, key)),
    ...(await formsWithField(tx, key)),
    ...(await finders.gather(platform, (find) => find(tx, key))),
  ]
  if (users.length > 0) throw conflict(`This field is used by ${nameSome(users)}. Remove it there first.`)
  await assertNotImported(tx, key)
}
