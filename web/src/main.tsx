import { loadWords } from './lib/load-words.ts'

// Texts may stand in constants of modules, so the words come before any module that has some. Not awaited: the app's files
// import this one, and would wait for it to be done with waiting for them.
void loadWords().then(() => import('./start-app.tsx'))
