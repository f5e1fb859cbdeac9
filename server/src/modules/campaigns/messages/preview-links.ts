import type { Platform } from '../../../platform/platform.ts'
import { previewUrl } from '../../consents/index.ts'
import { exampleLinks } from './short-code.ts'
import type { RecipientLinks } from './message-source.ts'

/**
 * Links of a previewed message: they open the organization's own view of the pages, count nothing and change nothing. Short links lead
 * nowhere: they only show the real length, which counts for the parts of an SMS.
 */
export function previewLinks(platform: Platform, orgId: string): RecipientLinks {
  const page = previewUrl(platform, orgId)
  return { unsubscribeUrl: page, preferencesUrl: page, openUrl: null, clickUrl: null, shortUrl: exampleLinks(platform) }
}
