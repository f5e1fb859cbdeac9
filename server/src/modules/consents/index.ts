import { consentEvents } from '@imperium/contract/events/consents.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { extendContacts } from '../contacts/index.ts'
import { consentContactExtension } from './contact-extension.ts'
import { seedPurposes } from './purposes/purpose-store.ts'
import { consentOperations, linkPageOperations } from './routes.ts'
import { quietHoursChanged } from './reach/quiet-hours-changed.ts'
import { consentsActs } from './acts.ts'

export { quietHoursChanged } from './reach/quiet-hours-changed.ts'
export { changeNumbers } from './change-numbers.ts'
export {
  consentsOn,
  findConsents,
  isOfImport,
  lockContact,
  lockContactsWithPhone,
  markRequested,
  wasNumberRequested,
} from './consent-store.ts'
export type { LockedContact, StandingConsent } from './consent-store.ts'
export { postConfirmation, textQuestion } from './grant-consent.ts'
export { endHidden, hiddenConsents } from './hidden-consents.ts'
export { dropOptIn, removeImportedConsent } from './import-consents-store.ts'
export { returnWithdrawals } from './kept-withdrawals-store.ts'
export { applyKeyword } from './keywords/apply-keyword.ts'
export type { AppliedKeyword } from './keywords/apply-keyword.ts'
export { readKeyword, isStopByMail } from './keywords/keywords.ts'
export { assertSmsReplies, onEmailToContact, onSmsReplies, onTextToContact } from './contact-emails.ts'
export type { PostToContact, TextToContact } from './contact-emails.ts'
export type { SignUpLinks } from './links/confirm-consent.ts'
export { confirmationUrl, preferencesUrl, previewUrl, sealLink, signUpUrl, unsubscribeToken, unsubscribeUrls } from './links/link-token.ts'
export { findOrganizationTexts } from './links/preferences.ts'
export { onPurposeUse } from './purposes/purpose-users.ts'
export type { FindPurposeUsers } from './purposes/purpose-users.ts'
export { lockPurposesShared, listPurposes, purposeNames } from './purposes/purpose-store.ts'
export type { PurposeRow } from './purposes/purpose-store.ts'
export { checkReach, heldByCap } from './reach/check-reach.ts'
export type { Reach } from './reach/check-reach.ts'
export { onSentCount, sentSince } from './reach/count-sent.ts'
export { isTimeZone, knownZone, nextClosing, nextMoment } from './reach/quiet-hours.ts'
export { readReachSettings } from './reach/settings-store.ts'
export { recordConsent } from './record-consent.ts'
export type { ConsentEntry, ConsentSource, ConsentStatus } from './record-consent.ts'
export { isSuppressed, liftSuppression, suppress, suppressMany } from './suppressions/suppress.ts'
export type { SuppressionReason } from './suppressions/suppress.ts'
export { withdrawConsent } from './withdraw-consent.ts'
export { onSignUpLink } from './links/confirm-consent.ts'
export { onPurposeWrite } from './purposes/purpose-users.ts'

export const consentsModule: ModuleFactory = (platform) => ({
  name: 'consents',
  tables: [
    'consent_purposes',
    'consent_entries',
    'consents',
    'suppressions',
    'kept_withdrawals',
    'suppression_events',
    'platform_suppressions',
    'contact_settings',
  ],
  reads: ['contacts'],
  seedOrganization: seedPurposes,
  acts: consentsActs,
  emits: [...Object.values(consentEvents), quietHoursChanged],
  extensions: [extendContacts(consentContactExtension(platform))],
  operations: [...consentOperations(platform), ...linkPageOperations(platform)],
})
