import fs from 'node:fs'
import path from 'node:path'

/**
 * Creates a folder and its parents; an existing one is unchanged. Not `mkdir` with `recursive`, which in Node never returns
 * when the file system refuses new folders with ENOENT (`/proc`). Throws the system's error.
 */
export function makeFolders(folder: string, mode: number): void {
  if (fs.existsSync(folder)) return
  makeFolders(path.dirname(folder), mode)
  fs.mkdirSync(folder, { mode })
}
