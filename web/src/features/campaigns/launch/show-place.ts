import type { LaunchFinding } from '@imperium/contract/campaigns/launch-checklist.ts'

const longestMs = 4_000
const focusable = 'input:not([type=hidden]), textarea, select, button, [tabindex], [contenteditable=true]'

/** Where a finding is on its step: the block of the design, else its field, else the part of the page about it. */
const selectorsOf = ({ blockId, path }: Pick<LaunchFinding, 'blockId' | 'path'>): string[] => [
  ...(blockId === null ? [] : [`[data-block-id="${CSS.escape(blockId)}"]`]),
  `[data-path="${CSS.escape(path)}"]`,
]

function show(root: HTMLElement, selectors: readonly string[]): boolean {
  const place = selectors.map((selector) => root.querySelector<HTMLElement>(selector)).find(Boolean)
  if (!place) return false
  const target = place.matches(focusable) ? place : (place.querySelector<HTMLElement>(focusable) ?? place)
  target.scrollIntoView({ block: 'center' })
  target.focus({ preventScroll: true })
  return true
}

/** Focuses the field of a finding as soon as its step shows it: steps are loaded when they are opened. Returns how to stop waiting. */
export function showPlace(root: HTMLElement, finding: Pick<LaunchFinding, 'blockId' | 'path'>): () => void {
  const selectors = selectorsOf(finding)
  if (show(root, selectors)) return () => undefined
  const observer = new MutationObserver(() => show(root, selectors) && stop())
  const timer = setTimeout(() => stop(), longestMs)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  observer.observe(root, { childList: true, subtree: true })
  return stop
}
