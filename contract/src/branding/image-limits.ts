export const maxLogoBytes = 2 * 1024 * 1024
export const maxFaviconBytes = 100 * 1024
/** Pixels of the box that a logo is fitted into, twice the recommended 400 x 100 for dense screens. */
export const logoBox = { width: 800, height: 200 } as const
export const faviconSides = [32, 64] as const
export const maxCustomCssLength = 20_000

export const logoTypes = ['image/png', 'image/jpeg', 'image/svg+xml'] as const
export const faviconTypes = ['image/png', 'image/x-icon', 'image/vnd.microsoft.icon'] as const
