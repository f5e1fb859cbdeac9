export interface DiffLine {
  kind: 'same' | 'added' | 'removed'
  text: string
}

const mostCells = 1_000_000

/** Lines of two texts in order: which stayed, which were removed and which were added (longest common subsequence). */
export function diffLines(before: string, after: string): DiffLine[] {
  const old = before.split('\n')
  const now = after.split('\n')
  // The table below grows with their product: texts of strangers must not stop the page.
  if (old.length * now.length > mostCells)
    return [...old.map((text): DiffLine => ({ kind: 'removed', text })), ...now.map((text): DiffLine => ({ kind: 'added', text }))]
  const width = now.length + 1
  // Length of the longest common rest of `old` from i and `now` from j.
  const common = new Uint32Array((old.length + 1) * width)
  const at = (i: number, j: number): number => common[i * width + j] ?? 0
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1)
      common[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const lines: DiffLine[] = []
  let i = 0
  let j = 0
  while (i < old.length || j < now.length) {
    const [removed, added] = [old[i], now[j]]
    if (removed !== undefined && removed === added) {
      lines.push({ kind: 'same', text: removed })
      i += 1
      j += 1
    } else if (removed !== undefined && (added === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: 'removed', text: removed })
      i += 1
    } else {
      lines.push({ kind: 'added', text: added ?? '' })
      j += 1
    }
  }
  return lines
}
