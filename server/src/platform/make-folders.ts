import fs from 'node:fs'
import path from 'node:path'

/**
 * Makes a folder and those above it; one that is there is left as it is. Not `mkdir` with `recursive`, which in Node never returns
 * where the file system refuses new folders with ENOENT (`/proc`). Throws the system's error.
 */
export function makeFolders(folder: string, mode: number): void {
  if (fs.existsSync(folder)) return
  makeFolders(path.dirname(folder), mode)
  fs.mkdirSync(folder, { mode })
}
