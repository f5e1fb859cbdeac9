import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { accompanyContacts } from './companions.ts'
import { consentCompanion } from './consent/consent-companion.ts'
import { seedPurposes } from './consent/purposes.ts'
import { consentOperations, linkPageOperations } from './consent/routes.ts'
import { askJob, askTick } from './imports/ask-job.ts'
import { importTicks } from './imports/import-ticks.ts'
import { importOperations } from './imports/routes.ts'
import { importJob } from './imports/run-import.ts'
import { undoJob } from './imports/undo-import.ts'
import { forgetNamedJob } from './forget-named.ts'
import { clearFieldJob } from './manage-fields.ts'
import { contactOperations } from './routes.ts'
import { segmentOperations } from './segments/routes.ts'
import { askBySmsJob } from './sign-up/ask-by-sms.ts'
import { signUpOperations } from './sign-up/routes.ts'
import { signUpJob, signUpTick } from './sign-up/sign-up-job.ts'

export { accompanyContacts } from './companions.ts'
export type { ContactCompanion } from './companions.ts'
export { idOf, microsOf, momentOf } from './timeline.ts'
export type { TimelineItem, TimelinePage, TimelineSource } from './timeline.ts'
export { applyKeyword } from './consent/apply-keyword.ts'
export type { AppliedKeyword } from './consent/apply-keyword.ts'
export { checkReach, heldByCap } from './consent/check-reach.ts'
export type { Reach } from './consent/check-reach.ts'
export { preferencesUrl, previewUrl, sealLink, unsubscribeToken, unsubscribeUrls } from './consent/link-token.ts'
export { knownZone, nextClosing, nextMoment } from './consent/quiet-hours.ts'
export { onSentCount, sentSince } from './consent/count-sent.ts'
export { readKeyword, saysStopByMail } from './consent/keywords.ts'
export { readReachSettings } from './consent/settings-store.ts'
export { onLetterToContact, onSmsAnswers, onTextToContact } from './consent/letter-posts.ts'
export type { PostToContact, TextToContact } from './consent/letter-posts.ts'
export { holdPurposes, listPurposes } from './consent/purposes.ts'
export { recordConsent } from './consent/record-consent.ts'
export { isSuppressed, suppress, suppressMany } from './consent/suppress.ts'
export type { SuppressionReason } from './consent/suppress.ts'
export { withdrawConsent } from './consent/withdraw-consent.ts'
export { onPurposeUse } from './consent/purpose-users.ts'
export type { FindPurposeUsers } from './consent/purpose-users.ts'
export { recordContactEvents } from './contact-events.ts'
export { createContactFrom } from './create-contact-from.ts'
export { listFields } from './field-store.ts'
export { onFieldUse } from './field-users.ts'
export type { FindFieldUsers } from './field-users.ts'
export { forgetWhatNames, newestNaming, siftPage } from './look-for-names.ts'
export type { Named } from './look-for-names.ts'
export { becameOf, followMerge, idsOfContact, isStillThere, mergedInto } from './merge-store.ts'
export { phoneReaderOf } from './read-phone.ts'
export { findContactBy, readAddress } from './find-contact-by.ts'
export {
  findContactByAddress,
  idsByAddress,
  loadRecipients,
  morePeopleWithNumber,
  numbersOf,
  peopleByNumber,
  setEmailState,
} from './recipients.ts'
export type { MessageContact } from './recipients.ts'
export { secondsUntilRoom } from './room-for-texts.ts'
export { saveContactFrom } from './save-contact-from.ts'
export { searchContacts } from './search-contacts.ts'
export { audiencePage, countAudience, describeAudience, isInAudience } from './segments/audience.ts'
export type { ContactSet } from './segments/contact-set.ts'
export { namedSegments } from './segments/named-segments.ts'
export { formsWithSms } from './sign-up/sign-up-store.ts'
export { joinSegment, tagsOfSegment } from './segments/join-segment.ts'
export { provideConditions } from './segments/provide-conditions.ts'
export type { ConditionProvider, ProvidedCondition, ProvidedPart } from './segments/provide-conditions.ts'
export { campaignsInSegments } from './segments/store.ts'
export { onSegmentUse } from './segments/segment-users.ts'
export type { FindSegmentUsers } from './segments/segment-users.ts'

export const contactsModule: ModuleFactory = (platform) => {
  accompanyContacts(platform, consentCompanion)
  return {
    name: 'contacts',
    tables: [
      'contacts',
      'contact_fields',
      'contact_events',
      'contact_merges',
      'contact_activity',
      'contact_past',
      'consent_purposes',
      'consent_entries',
      'consents',
      'suppressions',
      'kept_withdrawals',
      'suppression_events',
      'platform_suppressions',
      'contact_settings',
      'segments',
      'sign_up_forms',
      'sign_ups',
      'consent_asks',
      'contact_imports',
      'contact_import_errors',
      'contact_import_changes',
      'contact_import_members',
      'contact_import_nos',
    ],
    seedOrganization: seedPurposes,
    operations: [
      ...contactOperations(platform),
      ...importOperations(platform),
      ...consentOperations(platform),
      ...linkPageOperations(platform),
      ...segmentOperations(platform),
      ...signUpOperations(platform),
    ],
    jobs: [
      clearFieldJob(platform),
      importJob(platform),
      undoJob(platform),
      forgetNamedJob(platform),
      signUpJob(platform),
      askBySmsJob(platform),
      askJob(platform),
    ] as JobDefinition[],
    ticks: [...importTicks(platform), askTick(platform), signUpTick(platform)],
  }
}
