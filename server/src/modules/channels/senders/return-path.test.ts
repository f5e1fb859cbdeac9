import { expect, test } from 'vitest'
import type { ChannelAccount } from '../accounts/accounts-store.ts'
import { returnPathFor, returnPathOfSingle } from '../accounts/resolve-account.ts'

const account = (settings: ChannelAccount['settings']) => ({ settings }) as ChannelAccount
const own = { address: 'news@shop.example', ownsDomain: true }
const atProvider = { address: 'shop.owner@mailboxes.example', ownsDomain: false }

test.each([
  ['the bounce domain of the account', { bounceDomain: 'back.example' }, own, 'b+token@back.example'],
  ['also for a sender without a domain', { bounceDomain: 'back.example' }, atProvider, 'b+token@back.example'],
  ['else the sender’s own domain', { bounceDomain: '' }, own, 'b+token@shop.example'],
  ['never a stranger’s mailbox at the provider of the sender’s', {}, atProvider, 'shop.owner@mailboxes.example'],
])('sends reports back to %s', (_name, settings, sender, path) => expect(returnPathFor(account(settings), sender, 'token')).toBe(path))

test('those of a single message to the sender, or to the bounce domain', () => {
  expect(returnPathOfSingle(account({}), own.address, 'token')).toBe(own.address)
  expect(returnPathOfSingle(account({ bounceDomain: 'back.example' }), own.address, 'token')).toBe('b+token@back.example')
})
