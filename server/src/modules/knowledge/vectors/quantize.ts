/** A vector of length 1 in an eighth of its bytes, and its signs, by which candidates are found. */
export interface Quantized {
  /** One bit for each dimension. */
  signs: string
  bytes: Buffer
  /** What a byte is multiplied by. */
  scale: number
}

const lengthOf = (vector: ArrayLike<number>): number => {
  let sum = 0
  for (let at = 0; at < vector.length; at++) sum += (vector[at] ?? 0) ** 2
  return Math.sqrt(sum)
}

/** The same direction with length 1; null for one without a direction, which is similar to nothing. */
export function toUnit(vector: ArrayLike<number>): Float32Array | null {
  const length = lengthOf(vector)
  return length > 0 && Number.isFinite(length) ? Float32Array.from(vector, (value) => value / length) : null
}

export const signsOf = (unit: Float32Array): string => Array.from(unit, (value) => (value > 0 ? '1' : '0')).join('')

export function quantize(unit: Float32Array): Quantized {
  const most = unit.reduce((max, value) => Math.max(max, Math.abs(value)), 0)
  const scale = most / 127
  return { signs: signsOf(unit), bytes: Buffer.from(Int8Array.from(unit, (value) => Math.round(value / scale)).buffer), scale }
}

/** The cosine of a vector of length 1 and a quantized one. */
export function similarityOf(unit: Float32Array, { bytes, scale }: Pick<Quantized, 'bytes' | 'scale'>): number {
  const values = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)
  let sum = 0
  for (let at = 0; at < values.length; at++) sum += (unit[at] ?? 0) * (values[at] ?? 0)
  return sum * scale
}

/** Mean similarities of a model, which differ from model to model. */
export interface Scale {
  related: number
  unrelated: number
}

/** A similarity on one scale for all models: 0 is that of unrelated texts, 1 that of a question and its answer. */
export const onScale = (similarity: number, { related, unrelated }: Scale): number =>
  Math.min(1, Math.max(0, (similarity - unrelated) / (related - unrelated)))
