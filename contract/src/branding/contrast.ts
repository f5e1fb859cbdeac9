type Rgb = readonly [red: number, green: number, blue: number]

export const isHex = (value: string): boolean => /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(value)

function parse(hex: string): Rgb {
  const digits = hex.replace('#', '')
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  const channel = (at: number) => Number.parseInt(full.slice(at, at + 2), 16)
  return [channel(0), channel(2), channel(4)]
}

function linear(channel: number): number {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** Relative luminance of WCAG 2, from 0 (black) to 1 (white). */
function luminance(hex: string): number {
  const [red, green, blue] = parse(hex)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function mix(from: string, to: string, share: number): string {
  const [a, b] = [parse(from), parse(to)]
  const channel = (index: 0 | 1 | 2) =>
    Math.round(a[index] + (b[index] - a[index]) * share)
      .toString(16)
      .padStart(2, '0')
  return `#${channel(0)}${channel(1)}${channel(2)}`
}

/** Contrast ratio of WCAG 2, from 1 to 21. */
export function contrast(a: string, b: string): number {
  const [first, second] = [luminance(a), luminance(b)]
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

/** Moves a colour towards black or white until it reaches `minimum` against every ground: any chosen colour stays readable. */
export function ensureContrast(colour: string, grounds: readonly string[], minimum = 4.6): string {
  const worst = (candidate: string) => Math.min(...grounds.map((ground) => contrast(candidate, ground)))
  const target = worst('#000000') > worst('#ffffff') ? '#000000' : '#ffffff'
  for (let share = 0; share <= 1; share += 0.05) {
    const candidate = mix(colour, target, share)
    if (worst(candidate) >= minimum) return candidate
  }
  return target
}

/** White or near black, the one with more contrast on `ground`; white if both pass. */
export function textOn(ground: string): string {
  const [white, black] = [contrast('#ffffff', ground), contrast('#0a0a0a', ground)]
  return white >= 4.5 || white > black ? '#ffffff' : '#0a0a0a'
}

/** A button's fill: mid-tone colours darken until white text passes AA; very light ones keep their hue and get dark text. */
export const fillFor = (colour: string): string => (contrast('#ffffff', colour) >= 2.6 ? ensureContrast(colour, ['#ffffff'], 4.6) : colour)

/** A step of `share` from one colour to another, as the derived tints of tokens.css do. */
export const tint = mix
