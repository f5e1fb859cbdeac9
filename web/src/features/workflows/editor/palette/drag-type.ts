/** MIME type of a step dragged from the palette to the canvas. */
export const dragType = 'application/x-imperium-step'
