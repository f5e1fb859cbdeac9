import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { extensionPoint } from '../../platform/extension-point.ts'
import type { Extension } from '../../platform/extension-point.ts'
import type { TimelineSource } from './timeline/timeline.ts'

export interface Addresses {
  email: string | null
  phone: string | null
}

/** Of the contact that goes, of the one that stays, and of what becomes of them. */
export interface MergedAddresses {
  gone: Addresses
  kept: Addresses
  stays: Addresses
}

export interface Held extends Addresses {
  id: string
}

/** What an erasure is about. */
export interface ErasedContacts {
  held: readonly Held[]
  /** The import that created them and is undone: the erasure is no request of the person. */
  undoneImport: string | undefined
}

/** An erasure that is over. */
export interface ErasureDone {
  contacts: { id: string; emailHash: string | null; phoneHash: string | null }[]
  erasedBy: string
}

/** What a module that keeps rows about contacts owes them. This module imports none of those; their manifests `extendContacts`. */
export interface ContactExtension {
  name: string
  timeline?: readonly TimelineSource[]
  /** What it keeps about the person, for the export. `names`: ids and addresses that the person has and had. */
  exportContact?: (tx: OrgTx, contactId: string, names: readonly string[]) => Promise<Record<string, readonly object[]>>
  /** Addresses, in lower case, that it knows the people by: those that they had once among them. */
  formerAddresses?: (tx: OrgTx, contactIds: readonly string[]) => Promise<string[]>
  /** A contact was made; before anything else is written about it. */
  contactMade?: (tx: OrgTx, contact: Held) => Promise<void>
  /** Before a contact loses addresses that it has. */
  addressesLeaving?: (tx: OrgTx, id: string, before: Addresses, after: Addresses) => Promise<void>
  /** Once a contact has other addresses. */
  addressesChanged?: (tx: OrgTx, id: string, before: Addresses, after: Addresses, actorName: string) => Promise<void>
  /**
   * Before contacts are erased: refuses it, or answers what it does once they are gone. `contacts`: with keyed hashes of their
   * addresses.
   */
  witnessErasure?: (tx: OrgTx, contactIds: readonly string[], erased: ErasedContacts) => Promise<(done: ErasureDone) => Promise<void>>
  /** Erases personal data; figures may stay. `addresses`: present and former ones that no other contact has. */
  eraseContacts?: (tx: OrgTx, contactIds: readonly string[], addresses: readonly string[], erased: ErasedContacts) => Promise<void>
  /**
   * Looks through texts to which no id leads, for ids and addresses (in lower case) of people who are erased, and takes out what names
   * one: a bounded number at a time, newest first. Answers after what to go on; null at the end.
   */
  eraseNamed?: (tx: OrgTx, names: readonly string[], after: string | null) => Promise<string | null>
  /** `from` becomes `into`: rows move over, and where both have one, the one that says more stays. */
  mergeContact?: (tx: OrgTx, from: string, into: string, addresses: MergedAddresses) => Promise<void>
}

const contactExtensions = extensionPoint<ContactExtension>()

export const extendContacts = (extension: ContactExtension): Extension => contactExtensions.entry(extension)

export const contactExtensionsOf = (platform: Platform): readonly ContactExtension[] => contactExtensions.of(platform)
