import { z } from 'zod'

/** How strong a passage must be for an agent to get it, in per cent. */
export const LeastStrength = z.int().min(0).max(100)
/** How many passages an agent gets of a search. */
export const PassageCount = z.int().min(1).max(20)

export const retrievalDefaults = { leastStrength: 25, passages: 6 } as const

/** From this share on a passage is marked as strong, or as possible; below, as weak. */
const strengths = { strong: 0.6, possible: 0.37 } as const
export type StrengthName = 'strong' | 'possible' | 'weak'

export const nameStrength = (strength: number): StrengthName =>
  strength >= strengths.strong ? 'strong' : strength >= strengths.possible ? 'possible' : 'weak'
