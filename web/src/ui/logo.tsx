/** The mark: a capital I, drawn as a column, in the rounded square. */
export function Logo({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <rect width="32" height="32" rx="8.5" fill="var(--primary)" />
      <path d="M10.5 9h11M10.5 23h11M16 9v14" fill="none" stroke="var(--on-primary)" strokeWidth="3.1" strokeLinecap="round" />
    </svg>
  )
}
