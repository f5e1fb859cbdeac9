import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/** Files with size and time from `stat`: cheap, and enough to detect that nothing changed. Missing files are skipped. */
export function describeFiles(files) {
  return files.flatMap((file) => {
    const found = fs.statSync(file, { throwIfNoEntry: false })
    return found === undefined ? [] : [{ file, size: found.size, changedMs: found.mtimeMs }]
  })
}

/** All files below the folders, in a fixed order, but none of the folders named in `skip`. */
export function listFiles(folders, skip) {
  return folders.flatMap((folder) => {
    if (!fs.existsSync(folder)) return []
    const entries = fs.readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
    return entries.flatMap((entry) => {
      const target = path.join(folder, entry.name)
      if (entry.isDirectory()) return skip.includes(entry.name) ? [] : listFiles([target], skip)
      return [target]
    })
  })
}

/** Content of a stamp file: `quick` from sizes and times, `content` from the bytes, which survives a fresh checkout or a copy. */
export function fingerprint(files, key) {
  return { quick: quickHash(files, key), content: contentHash(files, key) }
}

export function readStamp(stampFile) {
  try {
    return JSON.parse(fs.readFileSync(stampFile, 'utf8'))
  } catch {
    // None yet, or cut off by a crash: both mean that the work has to be done.
    return undefined
  }
}

/** True if the stamp was made from the same files. Reads the bytes only if sizes or times differ; then it renews the stamp. */
export function stampMatches(stampFile, files, key) {
  const stamp = readStamp(stampFile)
  if (stamp === undefined) return false
  if (stamp.quick === quickHash(files, key)) return true
  const now = fingerprint(files, key)
  if (stamp.content !== now.content) return false
  fs.writeFileSync(stampFile, JSON.stringify(now))
  return true
}

const quickHash = (files, key) =>
  hash(
    key,
    files.map(({ file, size, changedMs }) => `${file}\0${size}\0${changedMs}`),
  )

const contentHash = (files, key) =>
  hash(
    key,
    files.flatMap(({ file }) => [path.basename(file), fs.readFileSync(file)]),
  )

function hash(key, parts) {
  const digest = crypto.createHash('sha256').update(key)
  for (const part of parts) digest.update('\0').update(part)
  return digest.digest('hex')
}
