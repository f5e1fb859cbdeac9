import { renderConfigHelp } from '../server/src/platform/config/config-help.ts'

process.stdout.write(renderConfigHelp())
