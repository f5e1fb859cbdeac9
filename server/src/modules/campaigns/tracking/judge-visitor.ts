/** What a request for a tracking pixel or link shows about the visitor. */
export interface Visit {
  method: string
  userAgent: string
  /** `Sec-Purpose`, `Purpose` or `X-Purpose`: a browser that prefetches sends one. */
  purpose: string
  /** A link was followed, and no picture fetched. */
  isClick: boolean
  sentAt: Date | null
  at: Date
}

// Names by which scanners, link checkers and prefetching services identify themselves. The image proxies of Gmail and Yahoo are not here:
// they fetch when a person opens.
const scanners =
  /bot\b|bot\/|crawl|spider|scan|preview|monitor|probe|headless|phantom|selenium|puppeteer|playwright|curl|wget|python|java\/|okhttp|go-http|libwww|axios|node-fetch|undici|http-?client|barracuda|proofpoint|mimecast|ironport|fireeye|trendmicro|symantec|messagelabs|sophos|forcepoint|zscaler|safelinks|urldefense|cloudmark|avanan|vade|agari/i

// Messengers that fetch link previews. Named bots and previews are above (Telegram, Slack, Discord, Skype, Teams, Snapchat). iMessage sends
// Facebook and Twitter, Signal WhatsApp, Line and KakaoTalk Facebook. In-app browsers are people: `Line/14.1`, `LinkedInApp`.
const messengers =
  /facebookexternalhit|facebookcatalog|meta-external|whatsapp|google-pagerenderer|slack-imgproxy|scrap\b|embedly|iframely|^viber/i

/** HTTP libraries of Apple and Android apps without a browser. Some mail programs load images with them. */
const libraries = /cfnetwork\/|^dalvik/i

/** No person reads a message and acts on it sooner than this after it was sent. */
const fastestReaderMs = 2_000

/** Whether one visit looks like a machine. In doubt it counts as a person; machine visits are stored but not counted. */
export function isMachine({ method, userAgent, purpose, isClick, sentAt, at }: Visit): boolean {
  if (method === 'HEAD' || /prefetch|preview|prerender/i.test(purpose)) return true
  const agent = userAgent.trim()
  // A mail service that prefetches everything (privacy protection) sends this and no more.
  if (agent === '' || agent === 'Mozilla/5.0' || scanners.test(agent) || messengers.test(agent)) return true
  if (isClick && libraries.test(agent)) return true
  return sentAt !== null && at.getTime() - sentAt.getTime() < fastestReaderMs
}

export const burstMs = 3_000
/** This many different links within `burstMs` mean a scanner: it follows all of them, a person one after the other. */
export const burstLinks = 3

export const isBurst = (links: readonly number[]): boolean => new Set(links).size >= burstLinks
