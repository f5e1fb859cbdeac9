import { renderConfigHelp } from '../server/src/platform/config-help.ts'

process.stdout.write(renderConfigHelp())
