// Draws documents away from the event loop: what takes long or eats memory costs this thread and not the process.
import { answerRequests } from '../threads/answer-requests.ts'
import { drawPdf } from './draw-pdf.ts'

answerRequests(drawPdf)
