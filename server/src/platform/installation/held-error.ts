import { unavailable } from '../errors.ts'

/** Shown where a person asks for an effect in a restored copy. */
export const heldText = 'This is a restored copy: nothing is sent until the operator confirms it.'

export const heldError = () => unavailable(heldText)
