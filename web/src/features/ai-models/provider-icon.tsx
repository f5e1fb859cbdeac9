import { IconRobot } from '@tabler/icons-react'
import { providerDefaults } from '@imperium/contract/ai-models.ts'
import classes from './ai-models.module.css'

interface ProviderIconProps {
  /** An emoji, or the URL of an image. */
  icon: string
  /** Fallback when the device has no glyph for the emoji. */
  name: string
  color: string
}

/** The icon of a provider. Our content security policy loads no foreign image, so only `data:` images are drawn; others get the robot. */
export function ProviderIcon({ icon, name, color }: ProviderIconProps) {
  const background = `color-mix(in oklab, ${color} 14%, var(--surface))`
  return (
    <span className={classes.icon} style={{ background, color: `color-mix(in oklab, ${color} 72%, var(--text))` }} aria-hidden>
      <Picture icon={icon.trim()} name={name} />
    </span>
  )
}

function Picture({ icon, name }: { icon: string; name: string }) {
  if (icon.startsWith('data:image/')) return <img src={icon} alt="" width={22} height={22} />
  const emoji = icon === '' || /^https?:/i.test(icon) ? providerDefaults.icon : icon
  if (drawsEmoji() || !/\p{Extended_Pictographic}/u.test(emoji)) return <span className={classes.emoji}>{emoji}</span>
  if (emoji === providerDefaults.icon) return <IconRobot size={20} stroke={1.7} />
  return <span className={classes.letter}>{name.charAt(0).toUpperCase()}</span>
}

let emojiSupport: boolean | undefined

/** True if the device has an emoji font: it paints in colour, while a missing glyph is a box in the text colour. */
function drawsEmoji(): boolean {
  emojiSupport ??= paintsColours(providerDefaults.icon)
  return emojiSupport
}

function paintsColours(glyph: string): boolean {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 20
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return true
  context.textBaseline = 'top'
  context.font = '16px sans-serif'
  context.fillStyle = '#000'
  context.fillText(glyph, 0, 0)
  const { data } = context.getImageData(0, 0, 20, 20)
  return data.some((value, at) => at % 4 !== 3 && value > 24)
}
