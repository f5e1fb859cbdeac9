const channelsOf = (hex: string): [number, number, number] =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number]

const toHex = (channels: readonly number[]): string => `#${channels.map((each) => Math.round(each).toString(16).padStart(2, '0')).join('')}`

/** Relative luminance by WCAG, 0 to 1. */
function luminance(hex: string): number {
  const [red, green, blue] = channelsOf(hex).map((each) => {
    const share = each / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast of two colors by WCAG, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** `share` of `over`, the rest of `under`. */
const mix = (under: string, over: string, share: number): string => {
  const top = channelsOf(over)
  return toHex(channelsOf(under).map((each, at) => each + ((top[at] ?? each) - each) * share))
}

export const darkPage = '#101216'
export const darkPanel = '#1b1e24'

/** A background for dark mode: what is dark already stays, a light one becomes a hint of itself. */
export const darkBackground = (hex: string): string => (luminance(hex) < 0.2 ? hex : mix(darkPanel, hex, 0.1))

/** Of borders and dividers on a panel. */
export const lineOn = (panel: string): string => (luminance(panel) < 0.2 ? mix(panel, '#ffffff', 0.2) : '#e5e7eb')

/** A text color that can be read on a light background: made darker as far as is needed. */
export function darkerOn(background: string, hex: string, needed = 5): string {
  for (let share = 0; share < 1; share += 0.08) {
    const color = mix(hex, '#000000', share)
    if (contrast(color, background) >= needed) return color
  }
  return '#000000'
}

/** A text color that can be read on a dark background: made lighter as far as is needed. */
export function readableOn(background: string, hex: string, needed = 5): string {
  for (let share = 0; share < 1; share += 0.08) {
    const color = mix(hex, '#ffffff', share)
    if (contrast(color, background) >= needed) return color
  }
  return '#ffffff'
}
