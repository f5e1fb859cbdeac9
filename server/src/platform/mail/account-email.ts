import type { AuthTx, SystemTx } from '../db/database.ts'
import { extensionPoint } from '../extension-point.ts'
import type { Platform } from '../platform.ts'
import { queueEmailInLook } from './queue-email.ts'
import type { Needs } from './queue-email.ts'
import type { RenderedEmail } from './render-email.ts'

/** An organization that shows no name but its own. */
export interface OwnName {
  orgId: string
  name: string
}

const finders = extensionPoint<(tx: AuthTx | SystemTx, userId: string) => Promise<OwnName | null>>()

/** Lets the branding module say in whose name the product speaks to the owner of an account. */
export const onAccountName = finders.entry

/**
 * In whose name the product speaks to the owner of an account: that of an organization, where all organizations of the account hide the
 * product's name; null: in its own.
 */
export async function accountName(platform: object, tx: AuthTx | SystemTx, userId: string): Promise<OwnName | null> {
  const [find] = finders.of(platform as Platform)
  return (await find?.(tx, userId)) ?? null
}

/** Queues an email about an account, which belongs to no organization but may speak in the name of one. */
export async function queueAccountEmail(
  platform: Needs,
  tx: AuthTx | SystemTx,
  { userId, to, name }: { userId: string; to: string; name?: OwnName | null },
  emailMessage: RenderedEmail,
): Promise<void> {
  const own = name === undefined ? await accountName(platform, tx, userId) : name
  const { layout } = emailMessage
  const named = own && layout ? { ...emailMessage, layout: { ...layout, organizationName: own.name } } : emailMessage
  await queueEmailInLook(platform, tx, { to, emailMessage: named, lookOf: own?.orgId ?? null })
}
