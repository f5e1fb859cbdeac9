import type { TestProject } from 'vitest/node'
import { startServer, sweepLeftFolders } from './start-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that all specs share which do not break it; each has organizations of its own there. */
    shared: { url: string; dataDir: string }
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!process.env['CHROMIUM_PATH']) throw new Error('CHROMIUM_PATH is not set: npm test -- --only e2e finds Chromium and sets it.')
  sweepLeftFolders()
  const { url, dataDir, stop } = await startServer()
  project.provide('shared', { url, dataDir })
  return stop
}
