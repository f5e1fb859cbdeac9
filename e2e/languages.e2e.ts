import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { see, useBrowser } from './harness/browser.ts'
import { checkEverywhere } from './harness/check-screen.ts'
import { password, registerPerson } from './harness/people.ts'
import { watchPage } from './harness/watch-page.ts'

const browser = useBrowser()
const { url } = inject('shared')

const spoken = {
  de: {
    locale: 'de-CH',
    heading: 'Bei Imperium anmelden',
    email: 'E-Mail',
    password: 'Passwort',
    submit: 'Anmelden',
    title: 'Anmelden · Imperium',
  },
  ja: {
    locale: 'ja-JP',
    heading: 'Imperium にサインイン',
    email: 'メール',
    password: 'パスワード',
    submit: 'サインイン',
    title: 'サインイン · Imperium',
  },
} as const

const pageLanguage = (page: Page) => page.evaluate(() => document.documentElement.lang)

test.each(['de', 'ja'] as const)(
  'a browser that prefers %s: sign-in, the shell and its menus, on a desktop and a phone',
  async (language) => {
    const words = spoken[language]
    const person = await registerPerson(url, 'Blank Slate', ['Nova', 'Newman'])
    const page = await browser.open({ locale: words.locale, reducedMotion: 'reduce' })
    const watch = watchPage(page, url)
    await page.goto(`${url}/login`)
    await see(page.getByRole('heading', { level: 1, name: words.heading }))
    expect([await pageLanguage(page), await page.title()]).toEqual([language, words.title])
    await checkEverywhere(page, `${language} login`)
    await page.goto(`${url}/register`)
    await see(page.locator('form'))
    await checkEverywhere(page, `${language} register`)
    await page.goto(`${url}/login?org=${person.slug}`)
    await page.getByRole('textbox', { name: words.email }).fill(person.email)
    await page.getByRole('textbox', { name: words.password }).fill(password)
    await page.getByRole('button', { name: words.submit, exact: true }).click()
    await page.waitForURL(`${url}/org/${person.slug}/dashboard`)
    await see(page.getByRole('heading', { level: 1, name: /Nova/ }))
    await checkEverywhere(page, `${language} dashboard`)
    watch.expectClean(`the pages in ${language}`)
  },
)

test('what was chosen comes before what the browser prefers, and a language that we do not speak is English', async () => {
  const page = await browser.open({ locale: 'pt-BR' })
  await page.goto(`${url}/login`)
  await see(page.getByRole('heading', { name: 'Sign in to Imperium' }))
  expect(await pageLanguage(page)).toBe('en')
  await page.evaluate(() => localStorage.setItem('imperium:language', 'de'))
  await page.reload()
  await see(page.getByRole('heading', { name: spoken.de.heading }))
  expect(await pageLanguage(page)).toBe('de')
})

test('messages of the server and of the contract are in the language of the page', async () => {
  const page = await browser.open({ locale: 'de-DE' })
  await page.goto(`${url}/register`)
  await page.getByRole('button', { name: 'Imperium gründen' }).click()
  await see(page.getByText('Sie müssen den Nutzungsbedingungen zustimmen'), page.getByText('Das Passwort muss mindestens 12 Zeichen haben'))
  await page.goto(`${url}/login`)
  await page.getByRole('textbox', { name: 'E-Mail' }).fill('nobody@example.com')
  await page.getByRole('textbox', { name: 'Passwort' }).fill('something else')
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await see(page.getByText('E-Mail-Adresse oder Passwort ist falsch').first())
})

test('English downloads no dictionary, and without its dictionary a page is in English', async () => {
  const english = await browser.open()
  const asked: string[] = []
  english.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await english.goto(`${url}/login`)
  await see(english.getByRole('heading', { name: 'Sign in to Imperium' }))
  expect(asked.filter((path) => /\/(es|fr|de|ja)-[\w-]+\.js$/.test(path))).toEqual([])

  const cut = await browser.open({ locale: 'de-DE' })
  const warnings: string[] = []
  cut.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  await cut.route(/\/de-[\w-]+\.js$/, (route) => route.abort())
  await cut.goto(`${url}/login`)
  await see(cut.getByRole('heading', { name: 'Sign in to Imperium' }))
  expect([await pageLanguage(cut), warnings.filter((text) => text.includes('The words of "de" cannot be loaded')).length]).toEqual([
    'en',
    1,
  ])
})
