import { useIsPhone } from '../../../../lib/use-is-phone.ts'

const everywhere = { padding: 0.16, maxZoom: 1, minZoom: 0.35 } as const
/** Extra padding at the bottom for the buttons, which are touch-sized on phones. */
const onPhone = { ...everywhere, minZoom: 0.25, padding: { x: 0.1, top: '20px', bottom: '68px' } } as const

/** Fits the whole graph with a margin, at a zoom of at most 100 %. */
export const useFitOptions = () => (useIsPhone() ? onPhone : everywhere)
