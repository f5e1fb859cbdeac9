/** The whole graph with a margin, and never larger than life. */
export const fitOptions = { padding: 0.16, maxZoom: 1, minZoom: 0.35 } as const
