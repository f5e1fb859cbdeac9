import type { Channel } from '@imperium/contract/reach.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Addresses, MergedAddresses } from '../companions.ts'
import { moveAsks } from '../imports/ask-store.ts'
import { moveSignUps } from '../sign-up/sign-up-store.ts'
import { findConsents, keepAsked, stoppedConsents } from './consent-store.ts'
import type { StandingConsent } from './consent-store.ts'
import { addressChanged, mustConfirm } from './grant-consent.ts'
import { moveLedger } from './ledger-store.ts'
import { recordConsent } from './record-consent.ts'
import type { ConsentStatus } from './record-consent.ts'
import { readReachSettings } from './settings-store.ts'

/** What one of two people said; `holds`: of the address that stays, or where consent is of no address. */
interface Word {
  status: ConsentStatus
  holds: boolean
}

const strictness: readonly ConsentStatus[] = ['granted', 'pending', 'withdrawn']

/** The stricter word stays. Where nobody said no, consent stands if one of them agreed to what stays, and waits else. */
function decide(words: readonly Word[]): ConsentStatus | null {
  const strictest = words.map(({ status }) => status).toSorted((a, b) => strictness.indexOf(b) - strictness.indexOf(a))[0]
  if (strictest !== 'granted') return strictest ?? null
  return words.some(({ holds }) => holds) ? 'granted' : 'pending'
}

const addressOn = (channel: Channel, of: Addresses): string | null => (channel === 'email' ? of.email : of.phone)

/**
 * What becomes of the consent of two people who are one: the stricter word stays, what only one of them has said stands for both, and
 * under double opt-in consent is of an address: what was agreed to at one that does not stay waits.
 */
export async function mergeConsents(tx: OrgTx, from: string, into: string, addresses: MergedAddresses): Promise<void> {
  const settings = await readReachSettings(tx)
  const [gone, kept, stopped] = [await findConsents(tx, from), await findConsents(tx, into), await stoppedConsents(tx, [from])]
  const same = (a: Pick<StandingConsent, 'channel' | 'purpose'>) => (b: Pick<StandingConsent, 'channel' | 'purpose'>) =>
    a.channel === b.channel && a.purpose === b.purpose
  const holds = (channel: Channel, of: Addresses) =>
    !mustConfirm(settings, channel) || addressOn(channel, of) === addressOn(channel, addresses.stays)
  const entries = [...gone, ...kept.filter((each) => !gone.some(same(each)))].flatMap(({ channel, purpose }) => {
    const [other, own] = [gone.find(same({ channel, purpose })), kept.find(same({ channel, purpose }))]
    const ofOther = (status: ConsentStatus) => ({ status, holds: holds(channel, addresses.gone) })
    const ofOwn = own ? [{ status: own.status, holds: holds(channel, addresses.kept) }] : []
    const status = decide([...(other ? [ofOther(other.status)] : []), ...ofOwn])
    if (status === null || status === own?.status) return []
    // What START brings back is what would stand without the STOP.
    const stop = status === 'withdrawn' ? stopped.find(same({ channel, purpose })) : undefined
    const before = stop ? { before: decide([...(stop.before ? [ofOther(stop.before)] : []), ...ofOwn]) } : {}
    const isElsewhere = status === 'pending' && other?.status !== 'pending' && channel !== 'webhook'
    const proof = {
      contactId: from,
      ...(other ? { source: stop ? 'keyword' : other.source, at: other.at.toISOString() } : {}),
      ...(isElsewhere ? { text: addressChanged[channel === 'email' ? 'email' : 'sms'] } : {}),
      ...before,
    }
    return [{ contactId: into, channel, purpose, status, source: 'merge' as const, proof }]
  })
  const stays = { gone: addresses.gone.phone === addresses.stays.phone, kept: addresses.kept.phone === addresses.stays.phone }
  await keepAsked(tx, { from, into, stays }, async () => {
    await moveLedger(tx, from, into)
    await recordConsent(tx, entries)
  })
  await moveSignUps(tx, from, into)
  await moveAsks(tx, from, into)
}
