/** What a request for a picture or a link says about who makes it. */
export interface Visit {
  method: string
  userAgent: string
  /** `Sec-Purpose`, `Purpose` or `X-Purpose`: a browser that only looks ahead says so. */
  purpose: string
  /** A link was followed, and no picture fetched. */
  isClick: boolean
  sentAt: Date | null
  at: Date
}

// Names by which scanners, link checkers and prefetching services give themselves away. The picture proxies of Gmail and Yahoo are not
// here: they fetch when a person opens.
const scanners =
  /bot\b|bot\/|crawl|spider|scan|preview|monitor|probe|headless|phantom|selenium|puppeteer|playwright|curl|wget|python|java\/|okhttp|go-http|libwww|axios|node-fetch|undici|http-?client|barracuda|proofpoint|mimecast|ironport|fireeye|trendmicro|symantec|messagelabs|sophos|forcepoint|zscaler|safelinks|urldefense|cloudmark|avanan|vade|agari/i

// Messengers look at the links of a message, to show what is behind them: from a phone as soon as it is there, or by a server of theirs. Those
// that call themselves a bot or a preview are above (Telegram, Slack, Discord, Skype, Teams, Snapchat). iMessage calls itself Facebook and
// Twitter, Signal WhatsApp, Line and KakaoTalk Facebook. Browsers within apps are people: `Line/14.1`, `Telegram-Android/11.3`, `LinkedInApp`.
const messengers =
  /facebookexternalhit|facebookcatalog|meta-external|whatsapp|google-pagerenderer|slack-imgproxy|scrap\b|embedly|iframely|^viber/i

/** Apps of Apple and Android that fetch something without a browser. Of a picture that is how some mail programs show it. */
const libraries = /cfnetwork\/|^dalvik/i

/** Nobody reads a message and acts on it sooner than this after it was handed over. */
const fastestReaderMs = 2_000

/** A machine and not a person, as far as one visit shows. When in doubt a visit is a person's: what is not counted is kept all the same. */
export function isMachine({ method, userAgent, purpose, isClick, sentAt, at }: Visit): boolean {
  if (method === 'HEAD' || /prefetch|preview|prerender/i.test(purpose)) return true
  const agent = userAgent.trim()
  // A mail service that fetches everything in advance (privacy protection) sends this and nothing more.
  if (agent === '' || agent === 'Mozilla/5.0' || scanners.test(agent) || messengers.test(agent)) return true
  if (isClick && libraries.test(agent)) return true
  return sentAt !== null && at.getTime() - sentAt.getTime() < fastestReaderMs
}

export const burstMs = 3_000
/** So many different links within `burstMs`: a scanner follows all of them, a person one after the other. */
export const burstLinks = 3

export const isBurst = (links: readonly number[]): boolean => new Set(links).size >= burstLinks
