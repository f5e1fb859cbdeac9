import { createHash } from 'node:crypto'
import { escapeHtml } from '../../text/escape-html.ts'

const side = 512
const dot = 9

/** Letters of five by seven dots, row by row: a machine may have no fonts, and the label must be readable. */
const letters: Record<string, readonly number[]> = {
  S: [0x0f, 0x10, 0x10, 0x0e, 0x01, 0x01, 0x1e],
  A: [0x0e, 0x11, 0x11, 0x1f, 0x11, 0x11, 0x11],
  N: [0x11, 0x19, 0x15, 0x13, 0x11, 0x11, 0x11],
  D: [0x1e, 0x11, 0x11, 0x11, 0x11, 0x11, 0x1e],
  B: [0x1e, 0x11, 0x11, 0x1e, 0x11, 0x11, 0x1e],
  O: [0x0e, 0x11, 0x11, 0x11, 0x11, 0x11, 0x0e],
  X: [0x11, 0x0a, 0x04, 0x04, 0x04, 0x0a, 0x11],
}

function dotsOf(word: string, left: number, top: number): string {
  const dots = [...word].flatMap((letter, place) =>
    (letters[letter] ?? []).flatMap((row, y) =>
      [0, 1, 2, 3, 4].flatMap((x) =>
        (row >> (4 - x)) & 1 ? [`<rect x="${left + (place * 6 + x) * dot}" y="${top + y * dot}" width="${dot}" height="${dot}"/>`] : [],
      ),
    ),
  )
  return `<g fill="#fff">${dots.join('')}</g>`
}

/** A picture that says that it is none: its colors and shapes follow from the description, so the same one looks the same. */
export async function drawPlaceholder(prompt: string): Promise<Uint8Array> {
  const hash = createHash('sha256').update(prompt).digest()
  const byte = (at: number): number => hash[at % hash.length] ?? 0
  const hue = Math.round((byte(0) / 255) * 360)
  const circles = Array.from({ length: 6 }, (_none, index) => {
    const [x, y, size] = [byte(index * 3 + 1) * 2, byte(index * 3 + 2) * 2, 40 + byte(index * 3 + 3) / 2]
    return `<circle cx="${x}" cy="${y}" r="${size}" fill="hsl(${(hue + index * 30) % 360} 60% 60%)" opacity="0.6"/>`
  })
  const shown = escapeHtml([...prompt.replaceAll(/\s+/g, ' ')].slice(0, 60).join('').toWellFormed())
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">
<rect width="${side}" height="${side}" fill="hsl(${hue} 40% 30%)"/>${circles.join('')}
<rect y="180" width="${side}" height="150" fill="#000" opacity="0.65"/>${dotsOf('SANDBOX', 70, 205)}
<text x="256" y="305" font-family="sans-serif" font-size="17" fill="#fff" text-anchor="middle">${shown}</text></svg>`
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(svg)).png().toBuffer()
}
