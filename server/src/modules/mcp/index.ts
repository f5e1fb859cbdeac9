import type { ModuleFactory } from '../../platform/module.ts'
import { mountMcp } from './server/mount-mcp.ts'

export const mcpModule: ModuleFactory = (platform) => ({
  name: 'mcp',
  tables: [],
  operations: [],
  mountProtocol: (app) => mountMcp(app, platform),
})
