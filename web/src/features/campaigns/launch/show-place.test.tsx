import { afterEach, expect, test, vi } from 'vitest'
import { showPlace } from './show-place.ts'

afterEach(() => {
  document.body.replaceChildren()
  vi.useRealTimers()
})

const root = () => {
  const main = document.body.appendChild(document.createElement('div'))
  return main
}

test('focuses the block of the design, else the field', () => {
  const main = root()
  main.innerHTML =
    '<div data-path="definition.content.design"><button>Field</button></div><div data-block-id="b1" tabindex="-1">Block</div>'
  showPlace(main, { blockId: 'b1', path: 'definition.content.design' })
  expect(document.activeElement?.textContent).toBe('Block')
  showPlace(main, { blockId: 'gone', path: 'definition.content.design' })
  expect(document.activeElement?.textContent).toBe('Field')
})

test('waits for a step that is still loaded, until it is told to stop', async () => {
  const main = root()
  const stop = showPlace(main, { blockId: null, path: 'definition.audience' })
  main.innerHTML = '<p data-path="definition.audience"><input aria-label="Late"></p>'
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Late'), 25_000)
  stop()
  const cancelled = showPlace(main, { blockId: null, path: 'definition.purpose' })
  cancelled()
  main.innerHTML = '<p data-path="definition.purpose"><input aria-label="Too late"></p>'
  await new Promise((resolve) => requestAnimationFrame(resolve))
  expect(document.activeElement?.getAttribute('aria-label')).not.toBe('Too late')
})
