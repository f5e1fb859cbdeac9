import type { Channel } from '@imperium/contract/contacts/reach.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Addresses, MergedAddresses } from '../contacts/index.ts'
import { findConsents, mergeKeepingRequested, stoppedConsents } from './consent-store.ts'
import type { StandingConsent } from './consent-store.ts'
import { addressChanged, mustConfirm } from './grant-consent.ts'
import { moveLedger } from './ledger-store.ts'
import { recordConsent } from './record-consent.ts'
import type { ConsentStatus } from './record-consent.ts'
import { readReachSettings } from './reach/settings-store.ts'

/** What one of two people said; `holds`: of the address that stays, or where consent is of no address. */
interface Word extends Pick<StandingConsent, 'source' | 'at'> {
  status: ConsentStatus
  /** What would stand without STOP: `status`, where something else said it. */
  unstopped: ConsentStatus | null
  holds: boolean
}

const strictness: readonly ConsentStatus[] = ['granted', 'pending', 'withdrawn']

/** The stricter status wins. Without an opt-out, consent stands if one of them gave it for the address that stays, and is pending otherwise. */
function decide(texts: readonly Word[], key: 'status' | 'unstopped'): ConsentStatus | null {
  const consent = texts.filter((word) => word[key] !== null)
  const strictest = strictness.findLast((status) => consent.some((word) => word[key] === status))
  if (strictest !== 'granted') return strictest ?? null
  return consent.some(({ holds }) => holds) ? 'granted' : 'pending'
}

const addressOn = (channel: Channel, of: Addresses): string | null => (channel === 'email' ? of.email : of.phone)

/** Whether what the ledger of both says last is what stands, with STOP and without: it keeps when each said what, and not who. */
const isLast = (own: Word, other: Word | null): boolean =>
  !other || other.at < own.at || (other.status === own.status && other.unstopped === own.unstopped)

/**
 * What becomes of the consent of two people who are one: the stricter word stays, what only one of them has said stands for both, and
 * under double opt-in consent is of an address: what was agreed to at one that does not stay waits.
 */
export async function mergeConsents(tx: OrgTx, from: string, into: string, addresses: MergedAddresses): Promise<void> {
  const settings = await readReachSettings(tx)
  const [gone, kept, stopped] = [await findConsents(tx, from), await findConsents(tx, into), await stoppedConsents(tx, [from, into])]
  const same = (a: Pick<StandingConsent, 'channel' | 'purpose'>) => (b: Pick<StandingConsent, 'channel' | 'purpose'>) =>
    a.channel === b.channel && a.purpose === b.purpose
  const wordOf = (contactId: string, of: Addresses, consent: StandingConsent | undefined): Word | null => {
    if (!consent) return null
    const stop = stopped.find((each) => each.contactId === contactId && same(consent)(each))
    const holds = !mustConfirm(settings, consent.channel) || addressOn(consent.channel, of) === addressOn(consent.channel, addresses.stays)
    return { ...consent, unstopped: stop ? stop.before : consent.status, holds }
  }
  const entries = [...gone, ...kept.filter((each) => !gone.some(same(each)))].flatMap(({ channel, purpose }) => {
    const other = wordOf(from, addresses.gone, gone.find(same({ channel, purpose })))
    const own = wordOf(into, addresses.kept, kept.find(same({ channel, purpose })))
    const texts = [other, own].filter((each) => each !== null)
    const status = decide(texts, 'status')
    // What START brings back is what would stand without the STOP.
    const before = decide(texts, 'unstopped')
    if (status === null || (status === own?.status && before === own.unstopped && isLast(own, other))) return []
    const isStop = before !== status
    const consent = texts.find((each) => each.status === status && (each.unstopped === status) !== isStop) ?? other
    const isElsewhere = status === 'pending' && texts.every((each) => each.status !== 'pending') && channel !== 'webhook'
    const proof = {
      contactId: from,
      ...(consent ? { source: isStop ? 'keyword' : consent.source, at: consent.at.toISOString() } : {}),
      ...(isElsewhere ? { text: addressChanged[channel === 'email' ? 'email' : 'sms'] } : {}),
      ...(isStop ? { before } : {}),
    }
    return [{ contactId: into, channel, purpose, status, source: 'merge' as const, proof }]
  })
  const stays = { gone: addresses.gone.phone === addresses.stays.phone, kept: addresses.kept.phone === addresses.stays.phone }
  await mergeKeepingRequested(tx, { from, into, stays }, async () => {
    await moveLedger(tx, from, into)
    await recordConsent(tx, entries)
  })
}
