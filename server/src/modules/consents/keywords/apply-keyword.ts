import type { Language } from '@imperium/contract/languages.ts'
import { consentEvents } from '@imperium/contract/events/consents.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { numberVariants } from '../../contacts/index.ts'
import { findProfile } from '../../organizations/index.ts'
import { consentsOn, lockContactsWithPhone, stoppedConsents, waitingConsents } from '../consent-store.ts'
import type { LockedContact } from '../consent-store.ts'
import { endHidden, hiddenConsents, standingBefore } from '../hidden-consents.ts'
import { deleteKeptStop } from '../kept-withdrawals-store.ts'
import { readKeyword, isYes, writeReply } from './keywords.ts'
import type { Keyword } from './keywords.ts'
import { recordConsent } from '../record-consent.ts'
import { readReachSettings } from '../reach/settings-store.ts'
import { isSuppressed, liftSuppression, suppressMany } from '../suppressions/suppress.ts'
import { withdrawConsent } from '../withdraw-consent.ts'

export interface KeywordMessage {
  channel: 'sms' | 'whatsapp'
  /** E.164. */
  address: string
  text: string
  /** The send that the message answers, where one is known. */
  sendId?: string | null
}

export interface AppliedKeyword {
  keyword: Keyword | 'yes'
  /** What the person is answered: it must go out even to a number that is suppressed since. Null for a STOP that changed nothing: that was confirmed already. */
  reply: string | null
  contactIds: string[]
}

/**
 * Applies STOP, START or HELP. STOP ends consent of every contact with the number, in any way of writing it, on this channel and suppresses it; START lifts what STOP did
 * and confirms what is pending; YES only confirms. @returns null for any other message, and nothing is done.
 */
export async function applyKeyword(
  platform: Pick<Platform, 'hashAddress' | 'events' | 'clock'>,
  tx: OrgTx,
  message: KeywordMessage,
): Promise<AppliedKeyword | null> {
  const read = readKeyword(message.text)
  if (!read && !isYes(message.text)) return null
  const people = await lockContactsWithPhone(tx, message.address)
  if (!read)
    return (await confirm(platform, tx, message, people))
      ? response(tx, { keyword: 'yes', kind: 'confirmed', language: 'en', people })
      : null
  const { keyword, language } = read
  const kind = keyword === 'help' ? 'help' : await (keyword === 'stop' ? stop : restart)(platform, tx, message, people)
  return response(tx, { keyword, kind, language, people })
}

interface Answered {
  keyword: AppliedKeyword['keyword']
  kind: Parameters<typeof writeReply>[0] | 'silent'
  language: Language
  people: readonly LockedContact[]
}

async function response(tx: OrgTx, { keyword, kind, language, people }: Answered): Promise<AppliedKeyword> {
  const [profile, settings] = await Promise.all([findProfile(tx, tx.orgId), readReachSettings(tx)])
  const help = settings.helpText || [profile?.contactEmail, profile?.phone].filter(Boolean).join(', ')
  return {
    keyword,
    reply:
      kind === 'silent'
        ? null
        : writeReply(kind, {
            language,
            locale: people[0]?.locale ?? null,
            organization: profile?.name ?? '',
            help: help && /[\p{L}\p{N}]$/u.test(help) ? `${help}.` : help,
          }),
    contactIds: people.map((each) => each.id),
  }
}

/** As long as people may take to answer; a "yes" later than that is about something else. */
const confirmWithinDays = 30

/** True where something waited for this yes, and stands now. */
async function confirm(
  platform: Pick<Platform, 'hashAddress' | 'events' | 'clock'>,
  tx: OrgTx,
  { channel, address, text }: KeywordMessage,
  people: readonly LockedContact[],
): Promise<boolean> {
  // The question goes out by SMS; what is said elsewhere answers something else.
  if (channel !== 'sms') return false
  const since = new Date(platform.clock.now().getTime() - confirmWithinDays * 86_400_000)
  const ids = people.map((each) => each.id)
  const waiting = await waitingConsents(tx, ids, { hash: platform.hashAddress(address), since })
  const granted = { channel, source: 'double-opt-in' } as const
  await recordConsent(
    tx,
    waiting.map((each) => ({ ...each, ...granted, status: 'granted', proof: { text } })),
  )
  await platform.events.emitAll(
    tx,
    consentEvents.subscribed,
    waiting.map((each) => ({ ...each, ...granted, formId: null })),
  )
  return waiting.length > 0
}

type Act = (
  platform: Pick<Platform, 'hashAddress' | 'events' | 'clock'>,
  tx: OrgTx,
  message: KeywordMessage,
  people: readonly LockedContact[],
) => Promise<'stopped' | 'started' | 'stillOff' | 'nothing' | 'silent'>

const stop: Act = async (platform, tx, { channel, address, text, sendId }, people) => {
  const stood = await isSuppressed(platform, tx, { channel, address })
  for (const { id } of people)
    await withdrawConsent(platform, tx, {
      contactId: id,
      channel,
      purpose: null,
      source: 'keyword',
      proof: { text },
      sendId: sendId ?? null,
    })
  const numbers = numberVariants(address)
  await suppressMany(
    platform,
    tx,
    numbers.map((each) => ({ channel, address: each, reason: 'stop' as const })),
  )
  return stood ? 'silent' : 'stopped'
}

const restart: Act = async (platform, tx, message, people) => {
  const { channel, address, text } = message
  const ids = people.map((each) => each.id)
  // Whatever comes of it: the provider, which blocks after STOP by itself, delivers again after START.
  let since: Date | null = null
  for (const each of numberVariants(address)) {
    since = (await liftSuppression(platform, tx, { channel, address: each, reasons: ['stop'], why: 'keyword' })) ?? since
    await deleteKeptStop(platform, tx, channel, each)
  }
  // Harder reasons stay, and so does what the person withdrew elsewhere.
  if (await isSuppressed(platform, tx, { channel, address })) return 'stillOff'
  const ended = (await stoppedConsents(tx, ids)).filter((each) => each.channel === channel)
  if (since) {
    const reopened = { contactIds: ids, channel, since }
    const stood = await standingBefore(tx, reopened)
    // A second STOP ended what others had recorded behind the first one, too.
    for (const each of ended) each.before = stood(each) && (each.before === 'granted' ? stood(each) : each.before)
    const hidden = await hiddenConsents(tx, reopened)
    await endHidden(
      platform,
      tx,
      hidden.filter(({ before }) => before === null),
      { channel, source: 'keyword' },
    )
    ended.push(...hidden.map((each) => ({ ...each, channel })))
  }
  await recordConsent(
    tx,
    ended.flatMap(({ contactId, purpose, before }) =>
      before ? [{ contactId, channel, purpose, status: before, source: 'keyword' as const, proof: { text } }] : [],
    ),
  )
  await confirm(platform, tx, message, people)
  // Only what is so is promised.
  return (await consentsOn(tx, ids, channel)).some(({ status }) => status === 'granted') ? 'started' : 'nothing'
}
