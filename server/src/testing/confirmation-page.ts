import type { TestApp } from './test-app.ts'

/** The page behind the link of a double opt-in email. */
export interface ShownConfirmation {
  statusCode: number
  /** Derived from the title; null for any other title. */
  status: 'pending' | 'granted' | 'ended' | null
  /** Visible text, without tags. */
  text: string
}

const titles = {
  'Please confirm': 'pending',
  'Thank you, that is confirmed': 'granted',
  'There is nothing to confirm': 'ended',
} as const
const isTitle = (text: string): text is keyof typeof titles => text in titles

/** Opens the page (GET) in English, or presses its button (POST) and follows the redirect. */
export async function confirmationPage(t: TestApp, token: string, method: 'GET' | 'POST' = 'POST'): Promise<ShownConfirmation> {
  const url = `/confirm/${token}`
  const wish = { 'accept-language': 'en' }
  const form = { ...wish, 'content-type': 'application/x-www-form-urlencoded' }
  const open = (at: string) => t.app.inject({ url: at, headers: wish })
  const first = await (method === 'POST' ? t.app.inject({ method, url, headers: form, payload: 'do=confirm' }) : open(url))
  const { statusCode, body } = first.statusCode === 303 ? await open(String(first.headers.location)) : first
  const title = /<h1>(.*?)<\/h1>/.exec(body)?.[1] ?? ''
  return { statusCode, status: isTitle(title) ? titles[title] : null, text: body.replaceAll(/<style>.*?<\/style>|<[^>]+>/gs, ' ') }
}
