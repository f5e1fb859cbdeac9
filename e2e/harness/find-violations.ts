import axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

export type Rules = NonNullable<RunOptions['runOnly']>

/** The rules with results that can change with the colour mode alone. */
export const ofColours = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } satisfies Rules

/** Colours of texts on what lies behind them that this worker has already seen pass: no second element has to pass with the same. */
const passed = new Set<string>()

/** What axe-core finds on the page, each as a line. Colours are checked once for each look of a text, and again when any part of it differs. */
export async function findViolations(page: Page, rules: Rules): Promise<string[]> {
  // axe is half a megabyte: injected once per document.
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axe.source)
    await page.evaluate(installColours, [...passed])
  }
  const isColours = rules === ofColours
  const { violations, looks } = await page.evaluate(
    async ({ runOnly, colours, own }) => {
      const { axe: checker, coloursOf } = window as unknown as CheckedWindow
      // Its sheets are not fetched a second time: no rule of ours reads them. Frames with mail are sandboxed and run no script.
      const usual = { resultTypes: ['violations' as const], preload: false, iframes: false }
      const off = Object.fromEntries(colours.values.map((id) => [id, { enabled: false }]))
      const found = own ? [] : (await checker.run(document, { ...usual, runOnly, rules: off })).violations
      const { unseen, note } = coloursOf()
      // It compares each element with each of a list: the whole page is quicker than a long one.
      const where = unseen.length > 20 ? document : { include: unseen }
      if (unseen.length > 0) found.push(...(await checker.run(where, { ...usual, runOnly: colours })).violations)
      return { violations: found, looks: found.length === 0 ? note() : [] }
    },
    { runOnly: rules, colours: ofColours, own: isColours },
  )
  looks.forEach((look) => passed.add(look))
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary}`))
}

interface CheckedWindow {
  axe: typeof axe
  /** An element for each look of a text that has not passed yet; `note` keeps those that were really in sight, and returns them. */
  coloursOf: () => { unseen: Element[]; note: () => string[] }
}

/** Runs in the page. */
function installColours(known: string[]): void {
  const seen = new Set(known)
  const behind = new Map<Element | null, string>([[null, '']])
  const backOf = (element: Element | null): string => {
    const kept = behind.get(element)
    if (kept !== undefined || !element) return kept ?? ''
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = getComputedStyle(element)
    const isPlain = backgroundColor === 'rgba(0, 0, 0, 0)' && backgroundImage === 'none' && opacity === '1' && filter === 'none'
    const own = isPlain && mixBlendMode === 'normal' ? '' : `/${backgroundColor} ${backgroundImage} ${opacity} ${filter} ${mixBlendMode}`
    const all = backOf(element.parentElement) + own
    behind.set(element, all)
    return all
  }
  const lookOf = (element: Element): string => {
    const style = getComputedStyle(element)
    const isOff =
      element.closest(':disabled, [aria-disabled=true], [inert]') !== null || element.closest('label')?.control?.matches(':disabled')
    // A link is told from the text around it, and disabled text may be pale.
    const link = element.closest('a')
    const around = link?.parentElement ? `${getComputedStyle(link.parentElement).color} ${getComputedStyle(link).textDecorationLine}` : ''
    const text = [style.color, style.fontSize, style.fontWeight, style.textShadow, isOff, around, element.tagName]
    return `${text.join(' ')}${backOf(element)}`
  }
  const hasText = (element: Element) =>
    element.matches('input, textarea, select') ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
  /** Whether nothing lies over its middle: what passes is then its own colour on its own ground. Below the window nothing lies over it. */
  const isOnTop = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return true
    const hit = document.elementFromPoint(x, y)
    return hit !== null && (hit === element || element.contains(hit))
  }
  const coloursOf: CheckedWindow['coloursOf'] = () => {
    behind.clear()
    behind.set(null, '')
    // What a question covers cannot be read until it is closed; axe cannot tell its colours either.
    const modal = document.querySelector('[aria-modal=true]')
    const isCovered = (element: Element) => modal !== null && !modal.contains(element) && !isOnTop(element)
    const shown = [...document.body.querySelectorAll('*')].filter((each) => hasText(each) && each.checkVisibility() && !isCovered(each))
    const unseen = shown.map((element) => ({ element, look: lookOf(element) })).filter(({ look }) => !seen.has(look))
    // One element for each look; one in sight is preferred, because only that proves its colours.
    const inSight = new Map(unseen.filter(({ element }) => isOnTop(element)).map(({ element, look }) => [look, element]))
    const first = new Map(unseen.map(({ element, look }) => [look, inSight.get(look) ?? element]))
    const note = () => {
      for (const look of inSight.keys()) seen.add(look)
      return [...inSight.keys()]
    }
    return { unseen: [...first.values()], note }
  }
  Object.assign(window, { coloursOf })
}
