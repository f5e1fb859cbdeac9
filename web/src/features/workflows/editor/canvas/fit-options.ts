import { useIsPhone } from '../../../../lib/use-is-phone.ts'

const everywhere = { padding: 0.16, maxZoom: 1, minZoom: 0.35 } as const
/** Below stand the buttons, which are as wide there as fingers need. */
const onPhone = { ...everywhere, minZoom: 0.25, padding: { x: 0.1, top: '20px', bottom: '68px' } } as const

/** The whole graph with a margin, and never larger than life. */
export const useFitOptions = () => (useIsPhone() ? onPhone : everywhere)
