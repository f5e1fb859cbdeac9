import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { FileResponse } from '@imperium/contract/kit/endpoint.ts'

const folder = resolve(import.meta.dirname, 'pictures')
/** They may change with a release. */
const keepSeconds = 7 * 86_400

const kept = new Map<string, Promise<Buffer>>()

/** A picture that comes with the layouts; its name is one of the contract's. */
export async function openPicture(name: string): Promise<FileResponse> {
  const content = kept.get(name) ?? readFile(resolve(folder, name))
  kept.set(name, content)
  return { content: await content, maxAgeSeconds: keepSeconds, isPublic: true, isEmbedded: true }
}
