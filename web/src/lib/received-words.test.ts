import { afterEach, expect, test, vi } from 'vitest'

// Texts are looked up as modules load, and other tests have loaded them in English: this one has its own copies.
afterEach(() => vi.resetModules())

test('marks of files and places are said in the language of the page, what a person wrote is left as it is', async () => {
  vi.resetModules()
  const { speak } = await import('./words.ts')
  speak('de', { Photo: 'Foto', 'Location||message': 'Ort' })
  const { receivedWords } = await import('./received-words.ts')
  expect(receivedWords('See here\n[Photo: garden.jpg]\n[Location] 1, 2 (Pub)\n[Photo]')).toBe(
    'See here\n[Foto: garden.jpg]\n[Ort] 1, 2 (Pub)\n[Foto]',
  )
  const own = 'I wrote [Photo] myself\n[Photography]'
  expect(receivedWords(own)).toBe(own)
})
