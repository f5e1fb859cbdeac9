import { loadTranslations } from './lib/load-translations.ts'

// Before zod loads: its probe for eval would be a violation of the content security policy, caught and reported all the same.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

// Texts may be in module constants, so the translations load before such modules. Not awaited: the app's files
// import this one, so a top-level await would deadlock.
void loadTranslations().then(() => import('./start-app.tsx'))
