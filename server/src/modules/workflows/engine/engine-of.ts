import type { Platform } from '../../../platform/platform.ts'
import type { Engine } from './engine.ts'

const engines = new WeakMap<Platform, Engine>()

/** The module creates one engine; steps, approvals and triggers look it up here, because step types are created before it. */
export const provideEngine = (platform: Platform, engine: Engine): void => void engines.set(platform, engine)

/** @throws Error in a process where the module was not created. */
export function engineOf(platform: Platform): Engine {
  const engine = engines.get(platform)
  if (!engine) throw new Error('The engine of workflows has not been made')
  return engine
}
