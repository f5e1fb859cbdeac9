import { encode } from 'uqr'
import classes from './two-factor.module.css'

/** A QR code as one path, dark on white in both modes: many apps cannot read the reverse. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className={classes.qr} shapeRendering="crispEdges">
      <path d={path} fill="#000" />
    </svg>
  )
}
