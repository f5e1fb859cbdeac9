// Renders articles away from the event loop: any author can write one that takes long.
import { answerRequests } from '../../../platform/threads/answer-requests.ts'
import { renderMarkdown } from './render-markdown.ts'

answerRequests(renderMarkdown)
