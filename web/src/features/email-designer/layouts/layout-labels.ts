import { t } from '../../../lib/words.ts'

/** Names of the layouts, by their key. */
export const layoutLabels: Readonly<Record<string, string>> = {
  welcome: t('Welcome'),
  newsletter: t('Newsletter'),
  'product-news': t('Product news'),
  'customer-story': t('Customer story'),
  'event-invitation': t('Event invitation'),
  offer: t('Offer'),
  'appointment-reminder': t('Appointment reminder'),
  'feedback-request': t('Feedback request'),
  'win-back': t('Win-back'),
  'personal-letter': t('Personal email'),
}
