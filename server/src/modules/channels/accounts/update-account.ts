import type { ChannelAccount as Shown } from '@imperium/contract/channels/channel-accounts.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { AppError, conflict, invalid, stale } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { closeBreaker } from './account-ready.ts'
import { openSecret, sealSecret } from './account-secret.ts'
import type { AccountSecret } from './account-secret.ts'
import { checkDestination, checkMailbox, destinationOf, givenSecret, hintOf, requireSecrets } from './account-values.ts'
import type { AccountChange } from './account-values.ts'
import { assertTemplatesUnused, assertUnused } from '../channel-users.ts'
import { clearDefault, deleteAccount, lockAccounts, toAccount, updateAccountRow } from './accounts-store.ts'
import type { AccountRow, AccountSettings, ChannelAccount } from './accounts-store.ts'
import { mailboxValues } from '../inbound/inbound-mailbox.ts'
import type { MailboxSettings } from '../inbound/inbound-mailbox.ts'
import { listTemplates } from '../whatsapp/templates-store.ts'
import { accountNotFound, readAccount, showAccount } from './show-account.ts'
import { assertFormsKeepSms } from '../inbound/sms-replies.ts'
import { webhookAfter } from './webhook-values.ts'

/** @throws 404; 409 for a stale write, for what the default must keep, and for what sign-up forms need; 422. */
export async function updateAccount(
  platform: Platform,
  tx: OrgTx,
  id: string,
  change: AccountChange,
): Promise<{ before: Shown; after: Shown }> {
  const row = (await lockAccounts(tx)).find((each) => each.id === id)
  if (!row) throw accountNotFound()
  const account = toAccount(row)
  if (change.updatedAt !== undefined && row.updated_at.getTime() !== Date.parse(change.updatedAt)) throw stale()
  if (change.provider !== account.provider) throw invalid([{ path: 'provider', message: 'The provider of an account cannot be changed' }])
  checkDefault(account, change)
  const sealed = await sealedChange(platform, account, change)
  const mailbox = await mailboxChange(platform, row, change)
  if (change.isDefault && !account.isDefault) await clearDefault(tx, account.channel)
  // Earlier failures say nothing about the changed account.
  if ('settings' in sealed) await closeBreaker(platform, tx, id)
  await updateAccountRow(tx, id, {
    ...plainChange(change),
    ...sealed,
    ...mailbox,
    // Strictly later, so that a transport of the earlier account is never reused for this one.
    updated_at: new Date(Math.max(platform.clock.now().getTime(), row.updated_at.getTime() + 1)),
  })
  if (account.channel === 'sms') await assertFormsKeepSms(tx)
  return { before: showAccount(platform, row), after: await readAccount(platform, tx, id) }
}

function checkDefault(account: ChannelAccount, change: AccountChange): void {
  if (account.isDefault && change.isDefault === false) throw fieldConflict('isDefault', 'Make another account the default instead.')
  const becomes = change.isDefault || account.isDefault
  const isActive = change.isActive ?? account.isActive
  if (becomes && !isActive)
    throw fieldConflict('isActive', 'The default account cannot be switched off. Make another one the default first.')
}

const fieldConflict = (path: string, message: string) => new AppError('CONFLICT', 409, message, { errors: [{ path, message }] })

const plainChange = (change: AccountChange) => ({
  ...(change.name === undefined ? {} : { name: change.name }),
  ...(change.isActive === undefined ? {} : { is_active: change.isActive }),
  ...(change.isDefault === undefined ? {} : { is_default: change.isDefault }),
  ...(change.ratePerSecond === undefined ? {} : { rate_per_second: change.ratePerSecond }),
  ...(change.domainRatePerSecond === undefined ? {} : { domain_rate_per_second: change.domainRatePerSecond }),
  ...(change.priceMicros === undefined ? {} : { price_micros: change.priceMicros }),
  ...(change.unknownPolicy === undefined ? {} : { unknown_policy: change.unknownPolicy }),
  ...(change.acceptanceDelivers === undefined ? {} : { acceptance_delivers: change.acceptanceDelivers }),
})

/** Settings and secret. The stored secret stays with the server that it was entered for. */
async function sealedChange(platform: Platform, account: ChannelAccount, change: AccountChange) {
  if (change.provider === 'platform-smtp') return {}
  if (change.provider === 'sandbox') return sandboxChange(account, change)
  if (change.provider === 'webhook') return webhookChange(platform, account, change)
  if (change.settings === undefined && change.secret === undefined) return {}
  const { reports } = account.settings
  const settings: AccountSettings = { ...(change.settings ?? account.settings), ...(reports ? { reports } : {}) }
  const given = givenSecret(change.secret)
  const moved = destinationOf(settings) !== destinationOf(account.settings)
  const secret: AccountSecret = moved ? given : { ...openSecret(platform.keyRing, account.id, account.secretSealed), ...given }
  requireSecrets(change.provider, settings, secret)
  if (moved) await checkDestination(platform, settings)
  return sealedColumns(platform, account.id, settings, secret)
}

function sandboxChange({ channel, settings }: ChannelAccount, { settings: next }: Extract<AccountChange, { provider: 'sandbox' }>) {
  if (next === undefined || next.dltEntityId === (settings.dltEntityId ?? '')) return {}
  if (channel !== 'sms') throw invalid([{ path: 'settings.dltEntityId', message: 'Only SMS accounts can have a DLT entity id' }])
  return { settings: JSON.stringify(next) }
}

async function webhookChange(platform: Platform, account: ChannelAccount, change: Extract<AccountChange, { provider: 'webhook' }>) {
  if (change.settings === undefined && change.secret === undefined && change.headers === undefined) return {}
  const before = { settings: account.settings, secret: openSecret(platform.keyRing, account.id, account.secretSealed) }
  const { settings, secret } = webhookAfter(before, change, platform.clock.now())
  requireSecrets('webhook', settings, secret)
  if (settings.url !== account.settings.url) await checkDestination(platform, settings)
  return sealedColumns(platform, account.id, settings, secret)
}

const sealedColumns = (platform: Platform, id: string, settings: AccountSettings, secret: AccountSecret) => ({
  settings: JSON.stringify(settings),
  secret: sealSecret(platform.keyRing, id, secret),
  secret_hint: hintOf(secret),
})

async function mailboxChange(platform: Platform, row: AccountRow, change: AccountChange) {
  if (!('inbound' in change) || change.inbound === undefined) return {}
  if (change.inbound) await checkMailbox(platform, change.inbound)
  const before = { settings: row.inbound as unknown as MailboxSettings | null, sealed: row.inbound_secret }
  const after = mailboxValues(platform.keyRing, row.id, change.inbound, before)
  const isSame = before.settings?.host === after.settings?.host && before.settings?.folder === after.settings?.folder
  return {
    inbound: after.settings ? JSON.stringify(after.settings) : null,
    inbound_secret: after.sealed,
    ...(isSame ? {} : { inbound_state: '{}' }),
  }
}

/**
 * Returns what was deleted. @throws 404; 409 for the default, for a built-in account, and if a campaign or workflow uses it or
 * one of its templates.
 */
export async function removeAccount(platform: Platform, tx: OrgTx, id: string): Promise<Shown> {
  const row = (await lockAccounts(tx)).find((each) => each.id === id)
  if (!row) throw accountNotFound()
  if (row.provider === 'sandbox' || row.provider === 'platform-smtp')
    throw conflict('This built-in account cannot be deleted. You can switch it off.')
  if (row.is_default) throw conflict('This is the default account. Make another one the default first.')
  await assertUnused(platform, tx, 'account', id)
  await assertTemplatesUnused(
    platform,
    tx,
    (await listTemplates(tx, id)).map((template) => template.id),
  )
  await deleteAccount(tx, id)
  return showAccount(platform, row)
}
