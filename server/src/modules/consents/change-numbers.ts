import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { awaitNewAddresses } from './grant-consent.ts'
import type { NewAddresses } from './grant-consent.ts'
import { keepWithdrawals, returnWithdrawals } from './kept-withdrawals-store.ts'

interface Numbered {
  id: string
  phone: string | null
}

/** Runs `write` and carries changed phone numbers over to consent: earlier withdrawals and pending questions. */
export async function changeNumbers(
  platform: Pick<Platform, 'hashAddress'>,
  tx: OrgTx,
  { before, after, how }: { before: readonly Numbered[]; after: readonly Numbered[]; how: NewAddresses },
  write: () => Promise<void>,
): Promise<void> {
  const numbers = new Map(before.map(({ id, phone }) => [id, phone]))
  const moved = after.filter(({ id, phone }) => phone !== numbers.get(id))
  const at = (people: readonly Numbered[]) => people.map(({ id, phone }) => ({ id, phone, email: null }))
  const ids = moved.map(({ id }) => id)
  const left = ids.map((id) => ({ id, phone: numbers.get(id) ?? null }))
  await keepWithdrawals(platform, tx, at(left), how)
  await write()
  await returnWithdrawals(platform, tx, at(moved))
  await awaitNewAddresses(tx, ids, 'sms', how)
}
