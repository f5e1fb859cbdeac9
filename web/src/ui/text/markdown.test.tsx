import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Markdown } from './markdown.tsx'

test('shows pictures of its own site, and those of others as links, with a scheme or without', () => {
  render(<Markdown text={'![own](/a.png)\n\n![named](https://evil.example/b.png)\n\n![plain](//evil.example/c.png)'} />)
  expect(screen.getAllByRole('img').map((img) => img.getAttribute('src'))).toEqual(['/a.png'])
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['named', 'plain'])
})
