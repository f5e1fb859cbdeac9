/** True for a possible code of the app; everything else is treated as a recovery code. */
export const isTotpCode = (code: string): boolean => /^\d{6}$/.test(code)

/** Normalises typed codes: users add spaces and hyphens, in any case. */
export const plainCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()

/** The place that a sealed secret is bound to. */
export const totpPlace = (userId: string): string => `auth.totp_credentials.secret:${userId}`
