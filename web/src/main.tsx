import { loadWords } from './lib/load-words.ts'

// Texts may be in module constants, so the translations load before such modules. Not awaited: the app's files
// import this one, so a top-level await would deadlock.
void loadWords().then(() => import('./start-app.tsx'))
