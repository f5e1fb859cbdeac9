import { userInfo } from 'node:os'
import { createAddressHash, hintOf } from '../platform/crypto/address-hash.ts'
import type { HashAddress } from '../platform/crypto/address-hash.ts'
import { recordAudit } from '../platform/audit/audit.ts'
import type { Config } from '../platform/config/config.ts'
import { createKeyRing } from '../platform/crypto/crypto.ts'
import type { SystemTx } from '../platform/db/database.ts'
import { readInstallationKey } from '../platform/crypto/installation-key.ts'
import { parseEmailAddress } from '../platform/mail/address.ts'
import { loadSecrets } from '../platform/crypto/secrets.ts'
import { StartError } from '../platform/start-error.ts'
import type { Call, Command } from './command.ts'
import { withDatabase } from './open-database.ts'

interface Named {
  address: string
  channels: readonly string[]
}

/** An email address, or a number for both channels that use one. */
function readAddress(text: string): Named {
  const email = parseEmailAddress(text)?.toLowerCase()
  if (email) return { address: email, channels: ['email'] }
  const number = text.replaceAll(/[\s().-]/g, '')
  if (/^\+[1-9]\d{6,14}$/.test(number)) return { address: number, channels: ['sms', 'whatsapp'] }
  throw new StartError(`"${text}" is neither an email address nor a number with its plus, such as +4930123456.`, { exitCode: 2 })
}

function readAddresses({ operands }: Call): Named[] {
  if (operands.length === 0) throw new StartError('Name at least one email address or number.', { exitCode: 2 })
  return operands.map(readAddress)
}

async function withHashes<T>(config: Config, work: (tx: SystemTx, hashAddress: HashAddress) => Promise<T>): Promise<T> {
  const { encryptionKey, encryptionKeysPrevious } = loadSecrets(config)
  const keyRing = createKeyRing({ current: encryptionKey, previous: encryptionKeysPrevious })
  return withDatabase(config, async (db) => {
    const hashAddress = createAddressHash(await readInstallationKey(db, keyRing))
    return db.withSystem((tx) => work(tx, hashAddress))
  })
}

/** The record says by a hint who it was about, as the list itself does. */
async function record(tx: SystemTx, action: string, address: string, reason: string | null): Promise<void> {
  const actor = { kind: 'operator' as const, id: userInfo().username, name: 'Operator' }
  const target = { kind: 'suppression', name: hintOf(address) }
  await recordAudit(tx, null, { actor, action, target, after: reason === null ? null : { reason } })
}

export const suppressionsAdd: Command = {
  name: 'suppressions add',
  usage: '<address>... [--reason TEXT]',
  summary: 'Keeps addresses (email, or numbers with their plus) from being reached by any organization of this installation.',
  options: { reason: { type: 'string' } },
  operands: 'any',
  run: async (call) => {
    const named = readAddresses(call)
    const reason = String(call.flags['reason'] ?? 'operator').slice(0, 200)
    for (const { address, channels } of named) {
      const added = await withHashes(call.config, async (tx, hashAddress) => {
        const rows = channels.map((channel) => ({ channel, address_hash: hashAddress(address), hint: hintOf(address), reason }))
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('platform_suppressions')
          .values(rows)
          .onConflict((on) => on.columns(['channel', 'address_hash']).doNothing())
          .executeTakeFirst()
        if (numInsertedOrUpdatedRows) await record(tx, 'suppressions.add', address, reason)
        return Number(numInsertedOrUpdatedRows) > 0
      })
      call.print(added ? `${address} is not reached any more.` : `${address} is on the list already.`)
    }
  },
}

export const suppressionsRemove: Command = {
  name: 'suppressions remove',
  usage: '<address>...',
  summary: 'Lets addresses be reached again, as far as the lists of the organizations allow it.',
  operands: 'any',
  run: async (call) => {
    let missing = 0
    for (const { address } of readAddresses(call)) {
      const removed = await withHashes(call.config, async (tx, hashAddress) => {
        const { numDeletedRows } = await tx
          .deleteFrom('platform_suppressions')
          .where('address_hash', '=', hashAddress(address))
          .executeTakeFirst()
        if (numDeletedRows) await record(tx, 'suppressions.remove', address, null)
        return Number(numDeletedRows) > 0
      })
      if (!removed) missing += 1
      call.print(removed ? `${address} may be reached again.` : `${address} was not on the list.`)
    }
    return missing === 0 ? 0 : 1
  },
}

export const suppressionsList: Command = {
  name: 'suppressions list',
  usage: '[--json]',
  summary: 'Lists what stands for the addresses that nobody may reach (the addresses themselves are not kept), newest first.',
  options: { json: { type: 'boolean' } },
  operands: 0,
  run: async ({ config, flags, print }) => {
    const rows = await withDatabase(config, (db) =>
      db.withSystem((tx) =>
        tx
          .selectFrom('platform_suppressions')
          .select(['hint', 'channel', 'reason', 'at'])
          .orderBy('at', 'desc')
          .orderBy('channel')
          .execute(),
      ),
    )
    if (flags['json']) return print(JSON.stringify(rows, null, 2))
    for (const { hint, channel, reason, at } of rows) print(`${at.toISOString().slice(0, 10)}  ${channel.padEnd(8)}  ${hint}  ${reason}`)
    if (rows.length === 0) print('The list is empty.')
  },
}
