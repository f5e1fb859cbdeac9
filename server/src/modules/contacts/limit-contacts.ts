import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { planLimit } from '../../platform/errors.ts'
import { limitOf } from '../../platform/metering/metering.ts'
import { lifting } from '../../platform/metering/plan-limits.ts'
import { countContacts, lockContactCount } from './count-store.ts'

/** More than can be made at the same moment, in imports of thousands. */
const mostAtOnce = 20_000

/** After contacts were made in this transaction. Writers wait for each other only near the limit. @throws 409 PLAN_LIMIT above it. */
export async function requireContactQuota(tx: OrgTx): Promise<void> {
  const contacts = await limitOf(tx, 'contacts_limit')
  if ((await countContacts(tx)) <= contacts - mostAtOnce) return
  await lockContactCount(tx)
  if ((await countContacts(tx)) <= contacts) return
  const plan = lifting('maxContacts', contacts + 1)
  throw planLimit(
    plan
      ? message('Your plan allows {contacts} contacts. The {plan} plan allows more.', { contacts, plan })
      : message('Your plan allows {contacts} contacts.', { contacts }),
  )
}
