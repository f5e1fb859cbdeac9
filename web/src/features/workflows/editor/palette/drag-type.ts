/** Of what is dragged from the palette onto the canvas. */
export const dragType = 'application/x-imperium-step'
