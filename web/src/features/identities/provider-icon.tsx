import { IconBrandGithubFilled, IconBuilding } from '@tabler/icons-react'

/** The logo of a provider. */
export function ProviderIcon({ provider, size = 18 }: { provider: string; size?: number }) {
  if (provider === 'github') return <IconBrandGithubFilled size={size} aria-hidden />
  if (provider === 'sso') return <IconBuilding size={size} stroke={1.7} aria-hidden />
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" strokeWidth={4.2} aria-hidden>
      <path d="M4.9 7.6A8.4 8.4 0 0 1 17.9 6" stroke="#EA4335" />
      <path d="M4.9 16.4a8.4 8.4 0 0 1 0-8.8" stroke="#FBBC05" />
      <path d="M17.4 18.5A8.4 8.4 0 0 1 4.9 16.4" stroke="#34A853" />
      <path d="M12.2 12h8.2a8.4 8.4 0 0 1-3 6.5" stroke="#4285F4" />
    </svg>
  )
}
