import { chromium } from 'playwright-core'
import { readFileSync } from 'node:fs'
const url = process.argv[2]!
const axe = readFileSync('/work/wt/agents/node_modules/axe-core/axe.min.js', 'utf8')
const post = async (path: string, body: unknown, token?: string) => {
  const r = await fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }, body: JSON.stringify(body) })
  const j = await r.json() as any
  if (!r.ok) console.log(path, r.status, JSON.stringify(j).slice(0, 300))
  return j.data
}
const email = `shot${Date.now()}@example.com`
const password = 'Correct horse 9 battery!'
await post('/api/auth/register', { email, password, firstName: 'Ada', lastName: 'Shot', organizationName: 'Shot Works', acceptTerms: true })
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const ctx = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', bypassCSP: true })
const page = await ctx.newPage()
page.on('console', (m) => m.type() === 'error' && console.log('console', m.text().slice(0, 200)))
page.on('pageerror', (e) => console.log('pageerror', e.message))
await page.goto(url + '/auth/login')
await page.getByLabel('Email').fill(email)
await page.getByRole('textbox', { name: 'Password' }).fill(password)
await page.keyboard.press('Enter')
await page.waitForURL(/\/org\//)
const slug = /org\/([^/]+)/.exec(page.url())![1]
const shoot = async (name: string) => {
  for (const mode of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: mode, reducedMotion: 'reduce' })
    for (const [w, h] of [[1440, 900], [390, 844]] as const) {
      await page.setViewportSize({ width: w, height: h })
      await page.waitForTimeout(250)
      await page.screenshot({ path: `/tmp/shots/${name}-${mode}-${w}.png` })
      await page.evaluate(axe)
      const v = await page.evaluate(async () => ((await (window as any).axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })).violations as any[]).map((x) => `${x.id}: ${x.nodes.map((n: any) => n.html.slice(0, 140)).slice(0, 3).join(' | ')}`))
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      if (v.length || wide) console.log(name, mode, w, wide ? 'SCROLLS SIDEWAYS' : '', v.join('\n  '))
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
}
await page.goto(`${url}/org/${slug}/agents?create=true`)
await page.getByRole('textbox', { name: 'Describe the task in one sentence' }).fill('answers customers about delivery times')
await page.getByRole('button', { name: 'Propose' }).click()
await page.getByText(/Proposed by/).waitFor()
await shoot('create')
await page.getByRole('dialog').getByText('Database query', { exact: true }).click()
await page.getByRole('dialog').getByRole('button', { name: 'Create agent' }).click()
await page.getByRole('textbox', { name: 'Message' }).waitFor()
await shoot('chat-empty')
await page.getByRole('textbox', { name: 'Message' }).fill('How many agents do we have?')
await page.keyboard.press('Enter')
await page.getByRole('button', { name: 'Send' }).waitFor()
await page.getByText('[sandbox]', { exact: false }).first().waitFor()
await page.getByRole('textbox', { name: 'Message' }).fill('And how long does a delivery to Vienna take?')
await page.keyboard.press('Enter')
await page.getByText('And how long does a delivery to Vienna take?').first().waitFor()
await page.waitForTimeout(3000)
await page.getByRole('button', { name: 'Steps' }).first().click()
await page.getByRole('button', { name: /database_query/ }).click()
await shoot('chat')
await page.getByRole('button', { name: 'Edit and run again' }).first().click()
await page.getByRole('textbox', { name: 'Edited message' }).fill('How many contacts do we have?')
await shoot('chat-edit')
await page.keyboard.press('Enter')
await page.waitForTimeout(2500)
await page.screenshot({ path: '/tmp/shots/chat-edited.png' })
await page.getByRole('tab', { name: 'Settings' }).click()
await page.getByRole('button', { name: 'Open the prompt editor' }).click()
const editor = page.getByRole('dialog', { name: 'System prompt' })
const box = editor.getByRole('textbox', { name: 'System prompt' })
await box.press('End')
await box.fill((await box.inputValue()).replace('Rules:', 'Rules for {{customer}}:') + '\n- Sign as {{agent.name}}.')
await shoot('prompt-try')
await editor.getByText('Versions').last().click()
await page.waitForTimeout(600)
await shoot('prompt-versions')
await box.focus()
await page.keyboard.press('Escape')
await page.waitForTimeout(300)
console.log('after Escape: editor open', await editor.count(), 'panel open', await page.getByRole('tab', { name: 'Settings' }).count())
await browser.close()
