import type { TestProject } from 'vitest/node'
import { openLoginPage } from './open-login-page.ts'
import { startServer, removeLeftFolders } from './start-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server shared by all specs that do not break it; each spec has its own organizations there. */
    shared: { url: string; dataDir: string }
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!process.env['CHROMIUM_PATH']) throw new Error('CHROMIUM_PATH is not set: npm test -- --only e2e finds Chromium and sets it.')
  removeLeftFolders()
  const { url, dataDir, stop } = await startServer()
  try {
    await openLoginPage(url)
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('shared', { url, dataDir })
  return stop
}
