import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Script } from './split-runs.ts'
import type { Pen, Style } from './text-lines.ts'

type Weight = 'regular' | 'bold'

// Whole TTF files: of WOFF2 pdfkit makes garbage without an error.
const files: Readonly<Record<Script, Readonly<Record<Weight, string>>>> = {
  latin: {
    regular: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
    bold: '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
  },
  devanagari: {
    regular: '@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
    bold: '@expo-google-fonts/noto-sans-devanagari/600SemiBold/NotoSansDevanagari_600SemiBold.ttf',
  },
  japanese: {
    regular: '@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf',
    bold: '@expo-google-fonts/noto-sans-jp/600SemiBold/NotoSansJP_600SemiBold.ttf',
  },
}

const kept = new Map<string, Buffer>()
/** The file of a font, read when its script is first written. */
function fontFile(script: Script, weight: Weight): Buffer {
  const name = files[script][weight]
  const bytes = kept.get(name) ?? readFileSync(fileURLToPath(import.meta.resolve(name)))
  kept.set(name, bytes)
  return bytes
}

/** Writes with the fonts of all scripts, each embedded only where it is used. */
export function createPen(pdf: PDFKit.PDFDocument): Pen {
  const known = new Set<string>()
  const pick = (script: Script, { isBold, size }: Style) => {
    const weight = isBold ? 'bold' : 'regular'
    const name = `${script} ${weight}`
    if (!known.has(name)) pdf.registerFont(name, fontFile(script, weight))
    known.add(name)
    return pdf.font(name).fontSize(size)
  }
  return {
    widthOf: (text, script, style) => pick(script, style).widthOfString(text),
    draw: (text, script, style, x, baseline) => {
      pick(script, style)
        .fillColor(style.color ?? '#17171c')
        .text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic' })
    },
  }
}
