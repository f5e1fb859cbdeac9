/**
 * Parses SMTP_URL: `smtp://user:password@host:587` (STARTTLS when offered), `smtps://host:465`, `?starttls=required|never`,
 * `?name=` for our name in the greeting. Throws an error that does not repeat the password.
 */
export const parseSmtpUrl = (text: string) => {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') || !url.hostname) {
    throw new Error('SMTP_URL must look like smtp://user:password@host:587 or smtps://host:465.')
  }
  const secure = url.protocol === 'smtps:'
  const starttls = url.searchParams.get('starttls')
  const name = url.searchParams.get('name')
  const auth = url.username ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } : undefined
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    ...(starttls === 'required' ? { requireTLS: true } : {}),
    ...(starttls === 'never' ? { ignoreTLS: true } : {}),
    ...(name ? { name } : {}),
    ...(auth ? { auth } : {}),
  }
}
