import type { Platform } from '../../../platform/platform.ts'
import type { Engine } from './engine.ts'

const engines = new WeakMap<Platform, Engine>()

/** The module makes one engine; steps, approvals and triggers find it here, since a step type is made before it. */
export const provideEngine = (platform: Platform, engine: Engine): void => void engines.set(platform, engine)

/** @throws Error in a process whose module was not made. */
export function engineOf(platform: Platform): Engine {
  const engine = engines.get(platform)
  if (!engine) throw new Error('The engine of workflows has not been made')
  return engine
}
