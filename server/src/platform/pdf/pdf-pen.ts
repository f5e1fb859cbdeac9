import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create } from 'fontkit'
import type { Font } from 'fontkit'
import type PdfKit from 'pdfkit'
import type { Script } from './split-runs.ts'
import type { Pen, Style } from './text-lines.ts'

type Weight = 'regular' | 'bold'

/** Package and name of the Noto font of each script. */
const families: Readonly<Record<Script, [folder: string, name: string]>> = {
  latin: ['noto-sans', 'NotoSans'],
  japanese: ['noto-sans-jp', 'NotoSansJP'],
  devanagari: ['noto-sans-devanagari', 'NotoSansDevanagari'],
  bengali: ['noto-sans-bengali', 'NotoSansBengali'],
  gurmukhi: ['noto-sans-gurmukhi', 'NotoSansGurmukhi'],
  gujarati: ['noto-sans-gujarati', 'NotoSansGujarati'],
  tamil: ['noto-sans-tamil', 'NotoSansTamil'],
  telugu: ['noto-sans-telugu', 'NotoSansTelugu'],
  kannada: ['noto-sans-kannada', 'NotoSansKannada'],
  malayalam: ['noto-sans-malayalam', 'NotoSansMalayalam'],
}
/** Whole TTF files: of WOFF2 pdfkit makes garbage without an error. */
function nameOfFile(script: Script, weight: Weight): string {
  const [folder, name] = families[script]
  const style = weight === 'bold' ? '600SemiBold' : '400Regular'
  return `@expo-google-fonts/${folder}/${style}/${name}_${style}.ttf`
}

/** Marks stay where their letters end. fontkit reads an object; the types of pdfkit know a list only. */
const withoutMarks = { mark: false, mkmk: false, abvm: false, blwm: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[]

const kept = new Map<string, Font>()
/** The font of a script, read and decoded when the script is first written: most of the work of a short document would be its tables. */
export function fontOf(script: Script, weight: Weight): Font {
  const name = nameOfFile(script, weight)
  const font = kept.get(name) ?? (create(readFileSync(fileURLToPath(import.meta.resolve(name)))) as Font)
  kept.set(name, font)
  return font
}

/** Writes with the fonts of all scripts, each embedded only where it is used. */
export function createPen(pdf: InstanceType<typeof PdfKit>): Pen {
  const known = new Set<string>()
  const pick = (script: Script, { isBold, size }: Style) => {
    const weight = isBold ? 'bold' : 'regular'
    const name = `${script} ${weight}`
    if (!known.has(name)) pdf.registerFont(name, fontOf(script, weight) as unknown as PDFKit.Mixins.PDFFontSource)
    known.add(name)
    return pdf.font(name).fontSize(size)
  }
  /** Texts whose marks the fonts place by anchors that are empty, which OpenType allows and fontkit ends at. */
  const unplaced = new Set<string>()
  const options = (text: string, script: Script) => (unplaced.has(`${script} ${text}`) ? { features: withoutMarks } : {})
  return {
    widthOf: (text, script, style) => {
      const picked = pick(script, style)
      try {
        return picked.widthOfString(text, options(text, script))
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
        unplaced.add(`${script} ${text}`)
        return picked.widthOfString(text, options(text, script))
      }
    },
    draw: (text, script, style, x, baseline) => {
      pick(script, style)
        .fillColor(style.color ?? '#17171c')
        .text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic', ...options(text, script) })
    },
  }
}
