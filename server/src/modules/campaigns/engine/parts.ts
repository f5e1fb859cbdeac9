import type { CampaignDefinition } from '@imperium/contract/campaigns/campaigns.ts'
import type { Audience, Channel, SkipReason } from '@imperium/contract/contacts/reach.ts'
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
  /** Of the campaign as it is now: whose hours, pace and guard count. */
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
  /** The same message with the addresses themselves: for the case that the code is another's. */
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

/** The way out for one send: everything that is the same for all of its recipients is made once. */
export interface Outlet {
  account: OutletAccount
  /** The organization writes to nobody more often than it says. */
  isCapped: boolean
  compose(addressee: Addressee): Composed | Promise<Composed>
  /** Begins what can be done before the message may leave. */
  prepare?(message: OutgoingMessage): void
  send(message: OutgoingMessage): Promise<DeliveryOutcome>
}

export type Reach =
  | { verdict: 'ok' }
  | { verdict: 'skip'; reason: SkipReason }
  | { verdict: 'later'; until: Date; reason: 'quiet_hours' | 'window' }

/** What the engine needs of others; tests give it their own. */
export interface EngineParts {
  /** Ids of contacts, ascending, after the given one. */
  /** @throws AppError where a segment of it, or a field of one, is gone: the campaign is paused with its words. */
  audiencePage(tx: OrgTx, audience: Audience, after: string | null, limit: number): Promise<string[]>
  loadRecipients(tx: OrgTx, ids: readonly string[]): Promise<Map<string, MessageContact>>
  checkReach(tx: OrgTx, facts: SendFacts, contacts: MessageContact[]): Promise<Map<string, Reach>>
  /** Who has had as much as the organization allows, also from others that send at this moment. Holds until the transaction ends. */
  heldByCap(tx: OrgTx, facts: SendFacts, contactIds: readonly string[]): Promise<Set<string>>
  /** Whom WhatsApp lets nobody write to freely now. */
  checkWindows(tx: OrgTx, facts: SendFacts, contacts: MessageContact[]): Promise<IsWindowClosed>
  /** @throws AppError where there is no way out (account gone or switched off, no sender): the campaign is paused with its words. */
  openOutlet(tx: OrgTx, facts: SendFacts): Promise<Outlet>
  /** Answers until when the account rests, or null. */
  reportHealth(tx: OrgTx, accountId: string, health: { ok: true } | { ok: false; reason: string }): Promise<Date | null>
  /** Addresses that were refused for good while sending. */
  noteBounces(tx: OrgTx, facts: SendFacts, contactIds: readonly string[]): Promise<void>
  /** Who has told the provider that they want nothing more. Told of twice, they are noted once. */
  noteOptOuts(tx: OrgTx, facts: SendFacts, contactIds: readonly string[]): Promise<void>
  /** A send with an agent has its recipients: writing may begin. */
  beginDrafting(tx: OrgTx, facts: SendFacts): Promise<void>
}
