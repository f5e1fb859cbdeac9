import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { see, useBrowser } from './harness/browser.ts'
import { checkEverywhere } from './harness/check-screen.ts'
import { password, registerPerson, signInByForm } from './harness/people.ts'
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

/** Pages with the longest texts: forms, footers of dialogs, tables, tabs. */
const widePlaces = [
  'agents?create=true',
  'profile',
  'settings/team?invite=true',
  'settings/security?tab=sessions',
  'settings/security?tab=audit',
]

/** Texts of buttons, tabs, badges and headings that do not fit, and elements that make the page scroll sideways. */
const cutTexts = (page: Page) =>
  page.evaluate(() => {
    const texts = [
      ...document.querySelectorAll('button, button span, a span, [role=tab] *, [role=columnheader] *, label, h1, h2, h3, dt, dd'),
    ]
    const cut = texts.filter((element) => {
      const { overflowX, display } = getComputedStyle(element)
      const isText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
      // The page name in the header of a phone may be truncated: the heading below shows it in full.
      if (!isText || display === 'inline' || overflowX === 'visible' || element.closest('header')) return false
      // Texts for screen readers only are clipped to a point.
      return element.clientWidth > 2 && element.scrollWidth > element.clientWidth + 1
    })
    const wide = [document.documentElement, ...document.querySelectorAll('main, [role=dialog]')].filter(
      (element) => element.scrollWidth > element.clientWidth + 1,
    )
    return [...cut.map((element) => element.textContent), ...wide.map((element) => `${element.tagName} scrolls sideways`)]
  })

const pageLanguage = (page: Page) => page.evaluate(() => document.documentElement.lang)

test.each(['de', 'ja'] as const)(
  'a browser that prefers %s: sign-in, the shell and its menus, on a desktop and a phone',
  async (language) => {
    const texts = spoken[language]
    const person = await registerPerson(url, 'Blank Slate', ['Nova', 'Newman'])
    const page = await browser.open({ locale: texts.locale, reducedMotion: 'reduce' })
    const watch = watchPage(page, url)
    await page.goto(`${url}/login`)
    await see(page.getByRole('heading', { level: 1, name: texts.heading }))
    expect([await pageLanguage(page), await page.title()]).toEqual([language, texts.title])
    await checkEverywhere(page, `${language} login`)
    await page.goto(`${url}/register`)
    await see(page.locator('form'))
    await checkEverywhere(page, `${language} register`)
    await page.goto(`${url}/login?org=${person.slug}`)
    await page.getByRole('textbox', { name: texts.email }).fill(person.email)
    await page.getByRole('textbox', { name: texts.password }).fill(password)
    await page.getByRole('button', { name: texts.submit, exact: true }).click()
    await page.waitForURL(`${url}/org/${person.slug}/dashboard`)
    await see(page.getByRole('heading', { level: 1, name: /Nova/ }))
    // The account's language is English until it is chosen, whatever the browser prefers.
    expect(await pageLanguage(page)).toBe('en')
    await person.call('PATCH', '/profile/preferences', { language })
    await page.reload()
    await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language)
    await see(page.getByRole('heading', { level: 1, name: /Nova/ }))
    await checkEverywhere(page, `${language} dashboard`)
    watch.expectClean(`the pages in ${language}`)
  },
)

test.each(['de', 'fr', 'es', 'ja'] as const)('in %s no word is cut, on a desktop and a phone', async (language) => {
  const person = await registerPerson(url, 'Long Words', ['Nova', 'Newman'])
  await person.call('PATCH', '/profile/preferences', { language })
  const page = await browser.open({ reducedMotion: 'reduce' })
  await signInByForm(page, url, person.email)
  // Signing in loads the page anew in the account's language.
  await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language)
  for (const place of widePlaces) {
    await page.goto(`${url}/org/${person.slug}/${place}`)
    await see(page.getByRole(/create|invite/.test(place) ? 'dialog' : 'heading').first())
    expect([place, await pageLanguage(page)]).toEqual([place, language])
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect.poll(() => cutTexts(page), { message: `${language} ${place} at ${width}` }).toEqual([])
    }
  }
})

test("prefers the chosen language over the browser's, and falls back to English for an unsupported one", async () => {
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
  const requested: string[] = []
  english.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await english.goto(`${url}/login`)
  await see(english.getByRole('heading', { name: 'Sign in to Imperium' }))
  expect(requested.filter((path) => /\/(es|fr|de|ja)-[\w-]+\.js$/.test(path))).toEqual([])

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
