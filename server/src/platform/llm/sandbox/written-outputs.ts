import type { JsonObject } from '../types.ts'

type WriteOutput = (text: string) => JsonObject

// Of the process: what writes an output is pure and holds nothing of the platform.
const writers = new Map<string, WriteOutput>()

/** A module says how the sandbox model fills the structured output of this name; any other is filled by a sample of its schema. */
export function writeSandboxOutput(name: string, write: WriteOutput): void {
  writers.set(name, write)
}

export const writerOf = (name: string | undefined): WriteOutput | undefined => (name === undefined ? undefined : writers.get(name))
