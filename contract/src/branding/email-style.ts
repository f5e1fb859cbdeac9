import type { EmailStyle } from '../email-designs/email-design.ts'
import { ensureContrast, fillFor, textOn } from './contrast.ts'

/** The style of emails that follows from a brand, where the organization has set none: readable whatever the colors are. */
export const emailStyleOf = ({ primary }: { primary: string }): EmailStyle => {
  const fill = fillFor(primary)
  return {
    width: 560,
    // Mail programs know few fonts: those of the web are not loaded in most of them.
    font: 'system',
    headingFont: 'system',
    textSize: 15,
    pageColor: '#f4f5f8',
    panelColor: '#ffffff',
    headingColor: '#12151c',
    textColor: '#1f2430',
    mutedColor: '#5b6270',
    linkColor: ensureContrast(primary, ['#ffffff']),
    buttonColor: fill,
    buttonTextColor: textOn(fill),
    radius: 12,
  }
}
