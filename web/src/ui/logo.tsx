import { productName } from '../lib/brand/brand.ts'
import { useBrand } from '../lib/brand/use-brand.ts'

/** The organization's logo where it has one; else the mark: a capital I, drawn as a column, in the rounded square. */
export function Logo({ size = 26 }: { size?: number }) {
  const brand = useBrand()
  if (brand?.logo) {
    const { path, width, height } = brand.logo
    // As high as the mark, and at most four times as wide.
    const shown = Math.min(size * 4, (size * width) / height)
    return <img src={path} alt="" width={Math.round(shown)} height={Math.round((shown * height) / width)} />
  }
  if (brand?.hidesProduct) return <Initial name={brand.name} size={size} />
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <rect width="32" height="32" rx="8.5" fill="var(--primary)" />
      <path d="M10.5 9h11M10.5 23h11M16 9v14" fill="none" stroke="var(--on-primary)" strokeWidth="3.1" strokeLinecap="round" />
    </svg>
  )
}

/** The first letter of a name, where no logo was uploaded. */
function Initial({ name, size }: { name: string; size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <rect width="32" height="32" rx="8.5" fill="var(--primary)" />
      <text x="16" y="22.5" textAnchor="middle" fontSize="18" fontWeight="600" fill="var(--on-primary)">
        {[...name][0]?.toUpperCase()}
      </text>
    </svg>
  )
}

/** The logo with the name beside it, as on pages outside of an organization. */
export function LogoWithName() {
  const brand = useBrand()
  return (
    <>
      <Logo />
      {brand?.logo ? null : ` ${productName()}`}
    </>
  )
}
