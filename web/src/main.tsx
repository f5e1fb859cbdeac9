import { loadTranslations } from './lib/load-translations.ts'

// Texts may be in module constants, so the translations load before such modules. Not awaited: the app's files
// import this one, so a top-level await would deadlock.
void loadTranslations().then(() => import('./start-app.tsx'))
