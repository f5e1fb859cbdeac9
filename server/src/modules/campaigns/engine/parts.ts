import type { CampaignDefinition } from '@imperium/contract/campaigns/campaigns.ts'
import type { Audience, Channel, SkipReason } from '@imperium/contract/contacts/reach.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { DeliveryOutcome, OutgoingMessage } from '../../../platform/delivery/transport.ts'
import type { ChannelAccount } from '../../channels/index.ts'
import type { MessageContact } from '../../contacts/index.ts'
import type { IsWindowClosed } from '../messages/whatsapp-window.ts'

/** One occurrence of a campaign, as the engine reads it. */
export interface SendFacts {
  orgId: string
  sendId: string
  campaignId: string
  name: string
  channel: Channel
  step: number
  version: number
  /** Version of the campaign as it is now: its hours, rate and guard apply. */
  campaignVersion: number
  status: string
  definition: CampaignDefinition
  /** Of the organization, IANA. */
  timeZone: string
  buildCursor: string | null
  total: number
  testTotal: number
  /** Of an A/B test, once it is known: 0 is A. */
  winner: number | null
}

/** What an agent wrote for one recipient. */
export interface Draft {
  status: string
  subject: string
  body: string
}

export interface Addressee {
  contact: MessageContact
  variant: number
  draft: Draft | null
}

/** A message whose text has short links. */
export interface Shortened {
  /** Of the message, in them. */
  code: string
  /** The same message with full addresses, used if its code belongs to another message. */
  straight: () => OutgoingMessage
}

export type Composed = { message: OutgoingMessage; shortened?: Shortened } | { skip: SkipReason; detail: string }

export type OutletAccount = Pick<
  ChannelAccount,
  'id' | 'ratePerSecond' | 'domainRatePerSecond' | 'unknownPolicy' | 'acceptanceDelivers' | 'openUntil' | 'failures'
> & {
  /** The installation's own mail server, by which other organizations send as well. */
  isShared: boolean
}

/** What all recipients of one send share, built once: account, sender and content. */
export interface Outlet {
  account: OutletAccount
  /** True if the organization has a frequency cap. */
  isCapped: boolean
  compose(addressee: Addressee): Composed | Promise<Composed>
  /** Starts work that can be done before the message may be sent. */
  prepare?(message: OutgoingMessage): void
  send(message: OutgoingMessage): Promise<DeliveryOutcome>
}

export type Reach =
  | { verdict: 'ok' }
  | { verdict: 'skip'; reason: SkipReason }
  | { verdict: 'later'; until: Date; reason: 'quiet_hours' | 'window' }

/** What the engine needs of other modules; tests pass their own. */
export interface EngineParts {
  /** Ids of contacts, ascending, after the given one. */
  /** @throws AppError if a segment or one of its fields is gone: the campaign pauses with this message. */
  audiencePage(tx: OrgTx, audience: Audience, after: string | null, limit: number): Promise<string[]>
  loadRecipients(tx: OrgTx, ids: readonly string[]): Promise<Map<string, MessageContact>>
  /** Adds the segments that decide which blocks a contact sees. @throws AppError if one is gone. */
  withSegments(tx: OrgTx, facts: SendFacts, contacts: Map<string, MessageContact>): Promise<Map<string, MessageContact>>
  checkReach(tx: OrgTx, facts: SendFacts, contacts: MessageContact[]): Promise<Map<string, Reach>>
  /** Contacts at the frequency cap, counting concurrent sends. Locks the contacts until the transaction ends. */
  heldByCap(tx: OrgTx, facts: SendFacts, contactIds: readonly string[]): Promise<Set<string>>
  /** Contacts with a closed WhatsApp window, which must not get a free-form message now. */
  checkWindows(tx: OrgTx, facts: SendFacts, contacts: MessageContact[]): Promise<IsWindowClosed>
  /** @throws AppError without a usable account or sender: the campaign pauses with this message. */
  openOutlet(tx: OrgTx, facts: SendFacts): Promise<Outlet>
  /** Returns until when the account pauses, or null. */
  reportHealth(tx: OrgTx, accountId: string, health: { ok: true } | { ok: false; reason: Text }): Promise<Date | null>
  /** Addresses that were refused for good while sending. */
  noteBounces(tx: OrgTx, facts: SendFacts, contactIds: readonly string[]): Promise<void>
  /** Records contacts that opted out at the provider. Repeats are recorded once. */
  noteOptOuts(tx: OrgTx, facts: SendFacts, contactIds: readonly string[]): Promise<void>
  /** The recipients of a send with an agent are gathered: writing may begin. */
  beginDrafting(tx: OrgTx, facts: SendFacts): Promise<void>
}
