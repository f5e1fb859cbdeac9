import type { ImportConsent, rowConsentStatuses } from '@imperium/contract/contacts/contact-imports.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import type { ConsentEntry } from '../consents/index.ts'

/** What a row says of its person's consent; what it leaves out is as for the whole file. */
export interface RowConsent {
  status?: (typeof rowConsentStatuses)[number]
  source?: string
  at?: Date
}

type Status = NonNullable<RowConsent['status']>

// As `plain` writes them: lower case, without accents, spaces and signs.
const texts: Record<Status, string> = {
  granted:
    'granted yes y true 1 x on subscribed active optin optedin confirmed agreed consent consented si oui o ja j suscrito activo confirmado ' +
    'abonne inscrit actif confirme accord abonniert angemeldet aktiv bestatigt zugestimmt einwilligung iscritto confermato ingeschreven aangemeld bevestigd はい 登録済み 同意 同意済み',
  confirm:
    'confirm ask pending unconfirmed doubleoptin pendiente confirmar enattente aconfirmer offen ausstehend unbestatigt 確認 未確認 保留',
  none: 'none neversubscribed notsubscribed nonsubscribed unknown na nodata ninguno desconocido aucun inconnu keine keineangabe unbekannt なし 不明',
  no: 'no n false 0 off non nein nee いいえ',
  withdrawn:
    'withdrawn unsubscribed optout optedout cancelled canceled removed baja dadodebaja retirado desinscrit desabonne retire abgemeldet ' +
    'abbestellt widerrufen disiscritto annullato cancellato uitgeschreven afgemeld 解除 配信停止 撤回',
}

const known = new Map((Object.keys(texts) as Status[]).flatMap((status) => texts[status].split(' ').map((word) => [word, status] as const)))

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Lists put a dash where they know nothing. */
const isDash = (text: string): boolean => /^\p{Pd}+$/u.test(text)

export const statusOfValue = (text: string): Status | null => (isDash(text) ? 'none' : (known.get(plain(text)) ?? null))

/** In lower case, as cells say it. */
export const yes: ReadonlySet<string> = new Set(['true', 'yes', 'y', '1', 'on', 'ja', 'j', 'sí', 'sì', 'si', 'oui', 'o', 'はい', 'x'])

/** Whether a cell below a head such as "Unsubscribed" says that the person opted out; null for what says neither. */
export function isOptOutOfValue(text: string): boolean | null {
  if (yes.has(plain(text))) return true
  const status = statusOfValue(text)
  return status === null ? null : status === 'withdrawn'
}

const dayMs = 86_400_000
const moment = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/

/** A day (as `readDay` writes it) or a moment; what says no zone is UTC. Null for what is neither. */
export function momentOf(text: string, day: string): Date | null {
  const iso = moment.test(text)
    ? text.replace(' ', 'T').replace(/(T[\d:.]+)$/, '$1Z')
    : /^\d{4}-\d{2}-\d{2}$/.test(day)
      ? `${day}T00:00:00Z`
      : ''
  const at = new Date(iso)
  // 31 February would be a day of March.
  return Number.isNaN(at.getTime()) || (!moment.test(text) && at.toISOString().slice(0, 10) !== day) ? null : at
}

/** It is tomorrow in one place while it is today in another. */
export const isAhead = (at: Date): boolean => at.getTime() > Date.now() + dayMs

export interface Decision {
  status: Status
  channels: readonly Channel[]
  purpose: string
  source: string
  at: Date | null
}

export const isOptOut = (own: RowConsent | null): boolean => own?.status === 'no' || own?.status === 'withdrawn'

/** What becomes of a row's consent: its own word, else that for the whole file. */
export function decide(consent: ImportConsent, own: RowConsent | null): Decision {
  const status = own?.status ?? consent.kind
  // When those of the file agreed says nothing of when one of them said no.
  const ofFile = consent.kind === 'granted' && consent.obtainedAt && !isOptOut(own) ? new Date(consent.obtainedAt) : null
  const about =
    consent.kind === 'granted'
      ? { channels: consent.channels, purpose: consent.purpose }
      : consent.kind === 'confirm'
        ? { channels: ['email'] as const, purpose: consent.purpose }
        : (consent.rows ?? { channels: [], purpose: '' })
  return {
    ...about,
    status,
    source: own?.source ?? (consent.kind === 'none' ? '' : consent.source),
    at: own?.at ?? ofFile,
  }
}

/** What is wrong with a row's consent, or null. */
export const faultOfConsent = (consent: ImportConsent, own: RowConsent): string | null => {
  const { status, source } = decide(consent, own)
  return (status === 'granted' || status === 'confirm') && !source ? 'Say where this person agreed' : null
}

/** What a row that is left out says all the same: its no, and of where and when what can be read. Null where it says none. */
export function noOf(own: RowConsent, faults: readonly string[]): RowConsent | null {
  const { status, source, at } = own
  if (!status || !isOptOut(own)) return null
  return {
    status,
    ...(source && !faults.includes('consentSource') ? { source } : {}),
    ...(at && !faults.includes('consentDate') ? { at } : {}),
  }
}

/** Of several rows about one person what the later ones say themselves; but a no is a no, wherever it stands and whatever its date. */
export function combineConsent(first: RowConsent | null, second: RowConsent | null): RowConsent | null {
  if (!first || !second) return second ?? first
  const both = { ...first, ...second }
  const optOuts = [first, second].filter(isOptOut)
  if (optOuts.length === 0) return both
  const { at: _at, ...consents } = both
  // Said without a date it stands from now on.
  const dates = optOuts.flatMap(({ at }) => at ?? [])
  const newest = dates.length === optOuts.length ? dates.toSorted((a, b) => b.getTime() - a.getTime())[0] : undefined
  const status = optOuts.some((each) => each.status === 'withdrawn') ? 'withdrawn' : 'no'
  return { ...consents, status, ...(newest ? { at: newest } : {}) }
}

/** A row of the file that is a contact now. */
export interface Reached {
  id: string
  email: string | null
  phone: string | null
  row: number
  consent: RowConsent | null
  /** Where a plain no of theirs ends something: they agreed there, or wait to be asked. */
  ends?: readonly Channel[]
}

interface By {
  importId: string
  fileName: string
  actorName: string
}

export interface Ask {
  contactId: string
  purpose: string
  proof: Record<string, unknown>
}

/** What is written to the ledger, and who is to be asked: of those who can be reached on a channel at all. */
export function consentOf(people: readonly Reached[], consent: ImportConsent, by: By): { entries: ConsentEntry[]; asks: Ask[] } {
  const entries: ConsentEntry[] = []
  const asks: Ask[] = []
  for (const { id, email, phone, row, consent: own, ends = [] } of people) {
    const { status, channels, purpose, source, at } = decide(consent, own)
    const proof = { importId: by.importId, file: by.fileName, row, ...(source ? { text: source } : {}) }
    if (status === 'none') continue
    if (status === 'confirm') {
      if (email) asks.push({ contactId: id, purpose, proof })
      continue
    }
    const consents = { contactId: id, purpose, source: 'import', proof, actorName: by.actorName, ...(at ? { at } : {}) } as const
    if (status === 'no') {
      for (const channel of ends) entries.push({ ...consents, channel, status: 'withdrawn' })
      continue
    }
    for (const channel of channels)
      if (channel === 'webhook' || (channel === 'email' ? email : phone)) entries.push({ ...consents, channel, status })
  }
  return { entries: withoutRefused(entries), asks }
}

/** One person may stand in two rows of a batch, by the e-mail address and by the number: of a yes and a no the no is written. */
function withoutRefused(entries: readonly ConsentEntry[]): ConsentEntry[] {
  const key = ({ contactId, channel, purpose }: ConsentEntry) => `${contactId} ${channel} ${purpose}`
  const refused = new Set(entries.filter(({ status }) => status === 'withdrawn').map(key))
  return entries.filter((entry) => entry.status === 'withdrawn' || !refused.has(key(entry)))
}
