/** Deeper JSON than this is neither kept nor worked on: whatever walks through it would come to its own end first. */
export const deepestJson = 200

/** How deep lists and objects of a JSON text go. */
export function depthOf(text: string): number {
  let [depth, most, quoted] = [0, 0, false]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (quoted) {
      if (code === 92) at++
      else if (code === 34) quoted = false
    } else if (code === 34) quoted = true
    else if (code === 91 || code === 123) most = Math.max(most, ++depth)
    else if (code === 93 || code === 125) depth--
  }
  return most
}
