import { afterEach, expect, test, vi } from 'vitest'

// Texts are translated at module load, and other tests loaded them in English: this test reloads the modules.
afterEach(() => vi.resetModules())

test("translates markers of files and places and keeps the sender's text unchanged", async () => {
  vi.resetModules()
  const { speak } = await import('../words.ts')
  speak('de', { Photo: 'Foto', 'Location||message': 'Ort', 'Reaction removed': 'Reaktion entfernt' })
  const { receivedLabels } = await import('./received-labels.ts')
  expect(receivedLabels('See here\n[Photo: garden.jpg]\n[Location] 1, 2 (Pub)\n[Photo]')).toBe(
    'See here\n[Foto: garden.jpg]\n[Ort] 1, 2 (Pub)\n[Foto]',
  )
  expect(receivedLabels('[Reaction taken back]\n[Reaction removed]')).toBe('[Reaktion entfernt]\n[Reaktion entfernt]')
  const own = 'I wrote [Photo] myself\n[Photography]'
  expect(receivedLabels(own)).toBe(own)
})
