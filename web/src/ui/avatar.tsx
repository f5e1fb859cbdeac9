import { useQuery } from '@tanstack/react-query'
import classes from './avatar.module.css'

interface AvatarProps {
  /** Null: no account, so the initials are shown. */
  userId: string | null
  name: string
  /** Pixels. */
  size?: number
}

/** The query key of a user's photo: invalidate it when the photo changes. */
export const avatarKey = (userId: string | null) => ['avatar', userId]

const minuteMs = 60_000

function initialsOf(name: string): string {
  const texts = name.trim().split(/\s+/)
  return [texts[0], texts.length > 1 ? texts.at(-1) : '']
    .map((text) => [...(text ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}

/** A user's photo, or the initials while it loads or if there is none. Hidden from screen readers: the name is beside it. */
export function Avatar({ userId, name, size = 30 }: AvatarProps) {
  const photo = useQuery({
    queryKey: avatarKey(userId),
    queryFn: async () => (await import('../lib/load-avatar.ts')).loadAvatar(userId ?? ''),
    enabled: userId !== null,
    staleTime: 5 * minuteMs,
    gcTime: Number.POSITIVE_INFINITY,
    // Initials do as well: a photo that cannot be had is no failure to speak of.
    meta: { silent: true },
    retry: false,
  })
  return (
    <span className={classes.avatar} style={{ width: size, height: size, fontSize: Math.max(11, Math.round(size * 0.38)) }} aria-hidden>
      {photo.data ? <img className={classes.photo} src={photo.data} alt="" width={size} height={size} /> : initialsOf(name)}
    </span>
  )
}
