import { describe, expect, it } from 'vitest'
import { isBurst, isMachine } from './judge-visitor.ts'

const browser = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'
const sentAt = new Date('2026-11-20T10:00:00Z')
const later = new Date('2026-11-20T10:05:00Z')
const visit = { method: 'GET', userAgent: browser, purpose: '', isClick: true, sentAt, at: later }

describe('openings and clicks', () => {
  it('counts a browser after some time, and the image proxy of a mail provider, as a person', () => {
    expect(isMachine(visit)).toBe(false)
    expect(
      isMachine({ ...visit, userAgent: 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)' }),
    ).toBe(false)
    expect(
      isMachine({ ...visit, userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148' }),
    ).toBe(false)
  })

  it.each([
    ['a HEAD request', { method: 'HEAD' }],
    ['a look ahead', { purpose: 'prefetch;anonymous-client-ip' }],
    ['no name at all', { userAgent: '' }],
    ['a mail service that fetches everything in advance', { userAgent: 'Mozilla/5.0' }],
    ['a link scanner', { userAgent: `${browser} BingPreview/1.0b` }],
    ['a script', { userAgent: 'python-requests/2.32' }],
    ['a second after the message was handed over', { at: new Date(sentAt.getTime() + 1_000) }],
  ])('%s is a machine', (_what, change) => expect(isMachine({ ...visit, ...change })).toBe(true))

  // User agents as their requests send them.
  it.each([
    [
      'iMessage',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
    ],
    ['WhatsApp, and Signal', 'WhatsApp/2.23.20.0'],
    ['Facebook', 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
    ['Meta', 'meta-externalfetcher/1.1'],
    ['Telegram', 'TelegramBot (like TwitterBot)'],
    ['Slack', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
    ['Discord', 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)'],
    ['Skype and Teams', `${browser} SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com`],
    ['X', 'Twitterbot/1.0'],
    ['LinkedIn', 'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)'],
    ['Line', 'facebookexternalhit/1.1;line-poker/1.0'],
    ['KakaoTalk', 'facebookexternalhit/1.1; kakaotalk-scrap/1.0; +https://devtalk.kakao.com/'],
    ['Snapchat', 'Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots'],
    ['Viber', 'Viber/21.0.0 CFNetwork/1410 Darwin/22.6.0'],
    ['an app of Android', 'Dalvik/2.1.0 (Linux; U; Android 14; SM-S911B Build/UP1A.231005.007)'],
    ['an app of Apple', 'Messages/1.0 CFNetwork/1494.0.7 Darwin/23.4.0'],
  ])('the preview of a link by %s is no click', (_what, userAgent) => expect(isMachine({ ...visit, userAgent })).toBe(true))

  it('counts a mail program that loads an image without a browser as a person who opens', () => {
    expect(isMachine({ ...visit, isClick: false, userAgent: 'Dalvik/2.1.0 (Linux; U; Android 14; SM-S911B Build/UP1A.231005.007)' })).toBe(
      false,
    )
  })

  it.each([
    [
      'Telegram',
      'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36 Telegram-Android/11.3.3 (Xiaomi; Android 14; SDK 34; HIGH)',
    ],
    [
      'Line',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/14.15.1',
    ],
    [
      'LinkedIn',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [LinkedInApp]/9.30',
    ],
    [
      'X',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22A3354 Twitter for iPhone/10.60',
    ],
  ])('counts the browser within %s as a person', (_what, userAgent) => expect(isMachine({ ...visit, userAgent })).toBe(false))

  it('counts three different links followed within moments as a machine', () => {
    expect(isBurst([1, 2, 3])).toBe(true)
    expect(isBurst([1, 1, 1, 2])).toBe(false)
  })
})
