import type { JsonObject } from '../types.ts'

type WriteOutput = (text: string) => JsonObject

// One map per process: writers are pure and hold nothing of the platform.
const writers = new Map<string, WriteOutput>()

/** For a manifest: how the sandbox model fills the structured output of this name; any other is filled by a sample of its schema. */
export const writeSandboxOutput = (name: string, write: WriteOutput): { attach: () => void } => ({
  attach: () => void writers.set(name, write),
})

export const writerOf = (name: string | undefined): WriteOutput | undefined => (name === undefined ? undefined : writers.get(name))
